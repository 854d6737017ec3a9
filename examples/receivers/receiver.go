// A webhook receiver for Go, with its standard library. Start it with the webhook's secret:
//
//	WEBHOOK_SECRET=whsec_… PORT=9000 go run receiver.go
//
// The signature is over the bytes of the body, so verify them before you parse them: a value that was decoded and
// marshalled again has other bytes.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	maxBytes  = 1 << 20
	tolerance = 5 * time.Minute
)

// During a rotation: both secrets, with white space between them. Anybody could sign with an empty key, so none is let in.
func keysFrom(secrets string) (keys [][]byte) {
	for _, secret := range regexp.MustCompile(`[^ \t\r\n]+`).FindAllString(secrets, -1) {
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if "whsec_"+base64.StdEncoding.EncodeToString(key) != secret || len(key) < 24 || len(key) > 64 {
			return nil
		}
		keys = append(keys, key)
	}
	return keys
}

// The signature also covers the time, so that a request can't be sent again later, and the id, which identifies repetitions.
func isSigned(keys [][]byte, body []byte, header http.Header) bool {
	// A header that came twice has a comma between the two. The service sends each once.
	value := func(name string) string { return strings.Join(header.Values(name), ", ") }
	id, sentAt, signatures := value("webhook-id"), value("webhook-timestamp"), value("webhook-signature")
	seconds, err := strconv.ParseUint(sentAt, 10, 40)
	if err != nil || time.Since(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		return false
	}
	if id == "" || strings.Contains(signatures, ", ") {
		return false
	}
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, sentAt, body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, signature := range strings.Split(signatures, " ") {
			if hmac.Equal([]byte(expected), []byte(signature)) {
				return true
			}
		}
	}
	return false
}

type event struct {
	Event string          `json:"event"`
	Data  json.RawMessage `json:"data"`
}

func parsed(body []byte) (received event, ok bool) {
	err := json.Unmarshal(body, &received)
	return received, err == nil && received.Event != "" && bytes.HasPrefix(received.Data, []byte("{"))
}

func main() {
	keys := keysFrom(os.Getenv("WEBHOOK_SECRET"))
	if keys == nil {
		log.Fatal("Each secret in WEBHOOK_SECRET must be whsec_ and the Base64 of 24 to 64 bytes.")
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
			response.Header().Set("Allow", http.MethodPost)
			respond(http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			respond(http.StatusRequestEntityTooLarge)
			return
		}
		if err != nil {
			respond(http.StatusBadRequest)
			return
		}
		if !isSigned(keys, body, request.Header) {
			respond(http.StatusUnauthorized)
			return
		}
		received, ok := parsed(body)
		if !ok {
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

// Optional: what an event is about, by the path of a member of its data. With KEY=channel.channelId, an event of a channel that is older
// than the latest one is ignored. Ids sort by the time at which their events were accepted. Keep the latest ids where you keep what the
// events change, and compare and write in one transaction.
var (
	path   = strings.FieldsFunc(os.Getenv("KEY"), func(character rune) bool { return character == '.' })
	latest = map[string]string{}
	lock   sync.Mutex
)

func keyOf(received event) string {
	if len(path) == 0 {
		return ""
	}
	value := received.Data
	for _, name := range path {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil {
			return ""
		}
		value = members[name]
	}
	return string(value)
}

func isOutdated(received event, id string) bool {
	key := keyOf(received)
	if key == "" || key == "null" {
		return false
	}
	lock.Lock()
	defer lock.Unlock()
	if id < latest[key] {
		return true
	}
	latest[key] = id
	return false
}

// The same event may arrive more than once, with the same id.
func handle(received event, id string) {
	if isOutdated(received, id) {
		return
	}
	fmt.Printf("received %s %s\n", received.Event, id)
}
