#!/bin/sh
# Writes the rules of deploy/prometheus/alerts.yaml as a resource of the Prometheus Operator:
#
#   sh deploy/kubernetes/alert-rules.sh | kubectl -n reveille apply -f -
set -eu
cat <<'RESOURCE'
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: reveille
spec:
RESOURCE
sed 's/^./  &/' "$(dirname "$0")/../prometheus/alerts.yaml"
