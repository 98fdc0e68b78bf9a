/** The dialect of conditions, as a model is told of it. */
export const dialectText = `- body: the fields of the body (JSON, form or XML). text: the body as text. headers["x-topic"]: names in lower case. event: the kind of event. sender, reference: texts. receivedAt: a time.
- Name only fields of the list, exactly as they are spelled there. In the list, [] stands for each item: body.items[].sku is i.sku in body.items.exists(i, i.sku == "a").
- A field that a delivery lacks makes the expression unknown, which decides nothing. Guard each field that not every delivery has: by the kind first, event == "order.paid" && …, or by has(), step by step: has(body.order) && has(body.order.total) && body.order.total > 100. An odd name: "odd-name" in body && body["odd-name"] == "a".
- A text is never equal to a number: number(body.total) > 100 reads the number in a text such as "398.00". Fields of forms and XML are texts.
- Some senders count money in the smallest unit: for Stripe 100 euros are 10000.
- Compare: == != < <= > >= in, as in body.state in ["open", "held"]. Join: && || ! a ? b : c. Calculate: + - * / %.
- Texts: a.contains(b), a.startsWith(b), a.endsWith(b), a.matches("RE2 pattern"), lowerAscii, upperAscii, trim, split, replace, substring, indexOf; size(a).
- Without regard to case: sameText(a, b), or a.matches("(?i)…").
- Lists: a.all(i, …), a.exists(i, …), a.exists_one(i, …), a.filter(i, …), a.map(i, …), size(a).
- Times: timestamp("2026-11-27T10:00:00Z"), duration("2h"), receivedAt - timestamp(body.at) < duration("1h"), receivedAt.getDayOfWeek("Europe/Berlin") (Sunday is 0), getHours, day(receivedAt, "Europe/Berlin") == "2026-12-24".
- field("payment status"): the one field of that name, where no place of it is known.
- ask("Is the customer angry?"): a yes-or-no question to a reader, only for what needs judgement, such as tone, topic and intent. It costs money: put what fields can tell before it, with &&. Not within exists, all and the like; three at most.
- Not in this language: variables of your own, null-safe access (a?.b), timestamps of now (use receivedAt), comments.
Examples:
event == "pull_request" && body.action == "opened" && !body.pull_request.draft
has(body.order) && body.order.items.exists(i, i.sku.startsWith("A-") && i.quantity >= 10)
body.kind == "message" && ask("Does the writer want to cancel?")`;
