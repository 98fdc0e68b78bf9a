export const payloadMeaning = [
  'A webhook is a POST by [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp` and `webhook-signature` are signed with the secret of the rule, which the packages named `standardwebhooks` verify. A repeat has the same `webhook-id`. Any 2xx is success; redirects are not followed; `Retry-After` is heeded. Its body, which never quotes the body of a delivery:',
  [
    '```json',
    JSON.stringify(
      {
        type: 'automation.failed',
        timestamp: '2026-11-22T14:03:11.512Z',
        text: 'Orders failed: The request to api.example.com failed: it refused the connection.',
        data: {
          ruleId: 'alr_1Zr0vJQ3mE6yqk0Yw3Vd',
          ruleName: 'On call',
          workspaceId: 'ws_0tqv8Hq9rP3Zk1Xc2Lm4',
          workspaceName: 'Shop',
          automationId: 'aut_9fJxC3rT7uVb5NdQwE2s',
          automationName: 'Orders',
          outcome: 'failed',
          reason: 'The request to api.example.com failed: it refused the connection.',
          deliveryId: 'dlv_4GtYh7Kp2WsXcV9bNm3Q',
          reference: 'order-1042',
          referenceUrl: null,
          failures: null,
          silentSince: null,
          refusals: null,
          held: null,
          heldSince: null,
          changes: null,
          links: {
            delivery: 'https://reveille.example.com/console/deliveries/dlv_4GtYh7Kp2WsXcV9bNm3Q',
            cause:
              'https://reveille.example.com/console/causes/aut_9fJxC3rT7uVb5NdQwE2s.m3Qx7Rk2Zt9WcV4bNp1Ys8',
            automation: 'https://reveille.example.com/console/automations/aut_9fJxC3rT7uVb5NdQwE2s',
            rule: 'https://reveille.example.com/console/alerts/alr_1Zr0vJQ3mE6yqk0Yw3Vd',
          },
        },
      },
      null,
      2,
    ),
    '```',
  ].join('\n'),
  '`text` says the same in a sentence, which chat services that take `{"text": …}` show. Members that do not apply are null.',
].join('\n\n');
