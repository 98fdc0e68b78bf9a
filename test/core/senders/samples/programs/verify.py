"""Says of a sample on the standard input whether code that is not ours takes it as genuine: `accepted`, or why not."""

import json
import sys

sample = json.load(sys.stdin)
headers, body, secret = sample["headers"], sample["body"], sample["secret"]


def mailgun():
    from mailgun.security import SecurityGuard

    signature = json.loads(body)["signature"]
    parts = (signature["token"], signature["timestamp"], signature["signature"])
    return SecurityGuard.verify_webhook(secret, *map(str, parts), 0)


def paypal():
    from OpenSSL import crypto
    from paypalrestsdk.notifications import WebhookEvent

    # The certificate of the samples is in place of the one that PayPal serves, which its own chain vouches for.
    certificate = crypto.load_certificate(crypto.FILETYPE_PEM, sample["certificate"])
    WebhookEvent._get_cert = staticmethod(lambda url: certificate)
    WebhookEvent._verify_certificate = classmethod(lambda cls, cert: True)
    names = ("id", "time", "sig")
    identity, time, signature = (headers[f"paypal-transmission-{name}"] for name in names)
    url, algorithm = headers["paypal-cert-url"], headers["paypal-auth-algo"]
    return WebhookEvent.verify(identity, time, secret, body, url, signature, algorithm)


def postmark():
    from django.conf import settings

    settings.configure(ANYMAIL={"WEBHOOK_SECRET": secret}, SECRET_KEY="unused", ALLOWED_HOSTS=["*"])
    from anymail.webhooks.postmark import PostmarkTrackingWebhookView
    from django.test import RequestFactory

    request = RequestFactory().post("/hooks/token", body, "application/json", headers=headers)
    PostmarkTrackingWebhookView().run_validators(request)
    return True


def airflow(extra=None):
    from airflow_inbound_webhooks.sources import SOURCE_TYPES

    options = extra or {"source_type": "jira"}
    source = SOURCE_TYPES[options["source_type"]].from_extra(options)
    named = {name.title(): value for name, value in headers.items()}
    source.verify(named, body.encode(), secret)
    return True


def hmac(header, encoding):
    names = {"signature_header": header, "signature_encoding": encoding, "event_field": "event"}
    return lambda: airflow({"source_type": "hmac_json", **names})


checks = {
    "mailgun": mailgun,
    "paypal": paypal,
    "postmark": postmark,
    "jira": airflow,
    "dropbox": hmac("X-Dropbox-Signature", "hex"),
    "tally": hmac("Tally-Signature", "base64"),
    "clickup": hmac("X-Signature", "hex"),
    "docusign": hmac("X-Docusign-Signature-1", "base64"),
    "quickbooks": hmac("Intuit-Signature", "base64"),
    "xero": hmac("X-Xero-Signature", "base64"),
    "okta": lambda: airflow(
        {"source_type": "token_header", "token_header": "Authorization", "event_field": "eventType"}
    ),
}

print("accepted" if checks[sample["sender"]]() else "refused")
