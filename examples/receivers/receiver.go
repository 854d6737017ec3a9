// A webhook receiver for Go, with its standard library. Start it with the webhook's secret:
//
//	WEBHOOK_SECRET=whsec_… PORT=9000 go run receiver.go
//
// The signature is over the bytes of the body, so verify them before you parse them: a value that was decoded and
// marshalled again has other bytes.
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
	// During a rotation: both secrets, separated by a space.
	secrets := strings.Fields(os.Getenv("WEBHOOK_SECRET"))
	if len(secrets) == 0 {
		log.Fatal("Set WEBHOOK_SECRET to the secret of the webhook.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "9000"
	}

	receive := func(response http.ResponseWriter, request *http.Request) {
		respond := func(status int) {
			response.Header().Set("Content-Type", "application/json")
			response.WriteHeader(status)
			io.WriteString(response, "{}")
		}
		if request.Method != http.MethodPost {
			respond(http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
		if err != nil {
			respond(http.StatusRequestEntityTooLarge)
			return
		}
		if !isSigned(secrets, body, request.Header.Get("x-service-signature")) {
			respond(http.StatusUnauthorized)
			return
		}
		var received event
		if json.Unmarshal(body, &received) != nil {
			respond(http.StatusBadRequest)
			return
		}
		// The response must be sent within 1.5 seconds, so handle the event in the background.
		go handle(received, request.Header.Get("webhook-id"))
		respond(http.StatusOK)
	}

	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	server := &http.Server{Handler: http.HandlerFunc(receive), ReadTimeout: 30 * time.Second}
	log.Fatal(server.Serve(listener))
}

// The same event may arrive more than once, with the same id.
func handle(received event, id string) {
	fmt.Printf("received %s %s\n", received.Event, id)
}
