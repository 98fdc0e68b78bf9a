// Says of a sample on the standard input whether code that is not ours takes it as genuine: `accepted`, or why not.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/PagerDuty/go-pagerduty/webhookv3"
	"github.com/benbjohnson/clock"
	bitbucket "github.com/go-playground/webhooks/v6/bitbucket-server"
	grafana "samples/grafana"
	"github.com/prometheus/common/config"
)

type sample struct {
	Sender  string            `json:"sender"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Secret  string            `json:"secret"`
}

func (one sample) request() *http.Request {
	request := httptest.NewRequest("POST", "https://hooks.example.com/hooks/token", strings.NewReader(one.Body))
	for name, value := range one.Headers {
		request.Header.Set(name, value)
	}
	return request
}

var checks = map[string]func(sample) error{
	"pagerduty": func(one sample) error {
		return webhookv3.VerifySignature(one.request(), one.Secret)
	},
	"bitbucket": func(one sample) error {
		hook, err := bitbucket.New(bitbucket.Options.Secret(one.Secret))
		if err != nil {
			return err
		}
		event := bitbucket.Event(one.Headers["x-event-key"])
		_, err = hook.Parse(one.request(), event)
		// It reads no events of Bitbucket Cloud; it says so after it has checked the signature.
		if err != nil && strings.HasPrefix(err.Error(), "unknown event") {
			return nil
		}
		return err
	},
	"grafana":      signedByGrafana,
	"alertmanager": sentByAlertmanager,
}

// Keeps what is sent in place of sending it.
type kept struct{ request *http.Request }

func (keeps *kept) RoundTrip(request *http.Request) (*http.Response, error) {
	keeps.request = request
	return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader("")), Request: request}, nil
}

func signedByGrafana(one sample) error {
	const timeHeader = "X-Grafana-Alerting-Timestamp"
	seconds, err := strconv.ParseInt(one.Headers[strings.ToLower(timeHeader)], 10, 64)
	if err != nil {
		return err
	}
	now := clock.NewMock()
	now.Set(time.Unix(seconds, 0))
	keeps := &kept{}
	signing, err := grafana.NewHMACRoundTripper(keeps, now, one.Secret, "", timeHeader)
	if err != nil {
		return err
	}
	request := one.request()
	request.Header = http.Header{}
	if _, err := signing.RoundTrip(request); err != nil {
		return err
	}
	for _, name := range []string{timeHeader, "X-Grafana-Alerting-Signature"} {
		if made := keeps.request.Header.Get(name); made == "" || made != one.Headers[strings.ToLower(name)] {
			return fmt.Errorf("%s is %q", name, made)
		}
	}
	return nil
}

func sentByAlertmanager(one sample) error {
	authorization := ""
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		authorization = request.Header.Get("Authorization")
	}))
	defer receiver.Close()
	client, err := config.NewClientFromConfig(config.HTTPClientConfig{
		Authorization: &config.Authorization{Type: "Bearer", Credentials: config.Secret(one.Secret)},
	}, "webhook")
	if err != nil {
		return err
	}
	if _, err := client.Post(receiver.URL, "application/json", strings.NewReader(one.Body)); err != nil {
		return err
	}
	if authorization != one.Headers["authorization"] {
		return errors.New("sends other credentials")
	}
	return nil
}

func main() {
	var one sample
	err := json.NewDecoder(os.Stdin).Decode(&one)
	if err == nil {
		err = checks[one.Sender](one)
	}
	if err == nil {
		fmt.Println("accepted")
	} else {
		fmt.Println(err)
	}
}
