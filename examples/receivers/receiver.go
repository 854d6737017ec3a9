// A webhook receiver for Go, with its standard library. Start it with the webhook's secret:
//
//	WEBHOOK_SECRET=whsec_… PORT=9000 go run receiver.go
//
// What is signed are the bytes of the body, so they are checked before anything parses them: a value that was decoded
// and marshalled again has other bytes.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

const maxBytes = 1 << 20

func isSigned(secrets []string, body []byte, signature string) bool {
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(body)
		expected := base64.StdEncoding.EncodeToString(mac.Sum(nil))
		if hmac.Equal([]byte(expected), []byte(signature)) {
			return true
		}
	}
	return false
}

type event struct {
	Event string          `json:"event"`
	Data  json.RawMessage `json:"data"`
}

func main() {
	// While the secret is being rotated: both, separated by a space.
	secrets := strings.Fields(os.Getenv("WEBHOOK_SECRET"))
	if len(secrets) == 0 {
		log.Fatal("Set WEBHOOK_SECRET to the secret of the webhook.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "9000"
	}

	receive := func(response http.ResponseWriter, request *http.Request) {
		answer := func(status int) {
			response.Header().Set("Content-Type", "application/json")
			response.WriteHeader(status)
			io.WriteString(response, "{}")
		}
		if request.Method != http.MethodPost {
			answer(http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
		if err != nil {
			answer(http.StatusRequestEntityTooLarge)
			return
		}
		if !isSigned(secrets, body, request.Header.Get("x-service-signature")) {
			answer(http.StatusUnauthorized)
			return
		}
		var received event
		if json.Unmarshal(body, &received) != nil {
			answer(http.StatusBadRequest)
			return
		}
		// There are 1.5 seconds to answer: the work goes on elsewhere.
		go handle(received, request.Header.Get("webhook-id"))
		answer(http.StatusOK)
	}

	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	server := &http.Server{Handler: http.HandlerFunc(receive), ReadTimeout: 30 * time.Second}
	log.Fatal(server.Serve(listener))
}

// The same event may come more than once; its id is the same each time.
func handle(received event, id string) {
	fmt.Printf("received %s %s\n", received.Event, id)
}
