import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

// Prints each event once: WEBHOOK_SECRET=whsec_… PORT=9100 node webhook-receiver.mjs
const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64')
const seen = new Set() // a real receiver stores the ids together with the effects of the events
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = request.headers
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  const [expected, received] = [Buffer.from(`v1,${signature}`), Buffer.from(String(given))]
  const isGenuine = expected.length === received.length && timingSafeEqual(expected, received)
  const isRecent = Math.abs(Date.now() / 1000 - Number(at)) < 300
  if (isGenuine && isRecent && !seen.has(id)) process.stdout.write(`${body}\n`)
  if (isGenuine && isRecent) seen.add(id)
  response.writeHead(isGenuine && isRecent ? 204 : 401).end()
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))
