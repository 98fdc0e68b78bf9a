const certificate = `-----BEGIN CERTIFICATE-----
MIIDHzCCAgegAwIBAgIUAX7C9BUclKvBYC72wcQmDX1y63IwDQYJKoZIhvcNAQEL
BQAwHjEcMBoGA1UEAwwTc2FtcGxlcy5leGFtcGxlLmNvbTAgFw0yNjExMjIxMjA2
MjFaGA8yMTI2MTAyOTEyMDYyMVowHjEcMBoGA1UEAwwTc2FtcGxlcy5leGFtcGxl
LmNvbTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBALJMtKXpip4+JXZN
a50HEeih+Leq8H1fZ0cdgENCcjRxewHE/wkr33ZVzvcHTaSaywtCbQCoTpjjW5Mh
QvmKC1uXYJZl1i6VtdCaFgyn9kmIRnrC2M6EZvvp/fFjvp+0agEIavpgh5bx3IjP
nLxifUfMJVBuvnAuBqsKLDWiNfW7QTgYGYNl00FMmP0XnjJqDCqAl9OFwd9wYh/R
DRfLKUpSL/VL0jlGgaGs3L8n1v1k0cFplOZH74baqrRA1Hpma4gzIkK/4B+oQMuX
RfrqGxnXFpA02+E2o46XQjqgJYamMtyCjZHg43O1jrMHxfri89bo/WbnIo4FibHy
T8xx1iMCAwEAAaNTMFEwHQYDVR0OBBYEFH7iArrPRiS0rQeAFHRVacNAK54AMB8G
A1UdIwQYMBaAFH7iArrPRiS0rQeAFHRVacNAK54AMA8GA1UdEwEB/wQFMAMBAf8w
DQYJKoZIhvcNAQELBQADggEBAEFtjAwcNarAIxp8sHKYyayxb/KOHpLEMH3s5enA
lS6pj7qmSPH1zwG0dr4MV53mH2wEoMJPtodyqaSJqIn9HW2iOIpTlqvG88nl2VDB
hR4M371wiyvVuxiXy3EX//tDqqqEfdUsMkFuRKohzrBaX3UlANMVf6xlB1xfWlOu
RcfvWSaNqh2TBpkQ7KaCHH/KwxgwIXpZMX8fypkyDLbfF44zPMp0XQiNW+jSHdxV
4vISU0wLSAKv+s0wA3jqVbrJchA1LQdQ+SGnus9D0mQeQSyV8/R9DiCePNS8YdZ/
x8ov+qK5z2u55h12PboZw5AwSvfUzdFirCdDF8TbkanSAwQ=
-----END CERTIFICATE-----
`;

/** The content of the addresses that the samples of senders with published keys name. */
export const publishedKeys: ReadonlyMap<string, string> = new Map([
  ['https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270', certificate],
  [
    'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem',
    certificate,
  ],
  ['https://www.googleapis.com/oauth2/v1/certs', JSON.stringify({ 'sample-key': certificate })],
]);
