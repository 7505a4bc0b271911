// Forwards the texts of a campus to your SMS provider: node texts-receiver.mjs, with Node.js alone.
//
//   SMS_WEBHOOK_SECRET   the same as the backend's
//   SEND_COMMAND         a program of yours: the number is its argument, the text its standard input;
//                        it ends with 0 once your provider has the text
//   SENT_DIR             a persistent folder: one small file for each forwarded text
//   HOST, PORT           127.0.0.1 and 9000 by default
import { execFile } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'

const {
  SMS_WEBHOOK_SECRET = '',
  SEND_COMMAND = '',
  SENT_DIR = '',
  HOST = '127.0.0.1',
  PORT = '9000',
} = process.env
if (SMS_WEBHOOK_SECRET === '' || SEND_COMMAND === '' || SENT_DIR === '')
  throw new Error('SMS_WEBHOOK_SECRET, SEND_COMMAND and SENT_DIR must be set')
mkdirSync(SENT_DIR, { recursive: true })

const OLDEST_SECONDS = 300
const MOST_BYTES = 16_384
/** Texts that are being handed on: the same one may come again meanwhile. */
const underWay = new Set()

async function bodyOf(request) {
  const parts = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > MOST_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function isOurs({ headers }, body) {
  const timestamp = String(headers['x-campus-timestamp'] ?? '')
  // Clocks may differ by a minute; a recorded request is useless to an attacker later.
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || age > OLDEST_SECONDS) return false
  const hmac = createHmac('sha256', SMS_WEBHOOK_SECRET).update(`${timestamp}.${body}`)
  const wanted = Buffer.from(`sha256=${hmac.digest('hex')}`)
  const given = Buffer.from(String(headers['x-campus-signature'] ?? ''))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const send = (phone, text) =>
  new Promise((done, failed) => {
    const child = execFile(SEND_COMMAND, [phone], { timeout: 8000 }, (error) =>
      error === null ? done() : failed(error),
    )
    // A program that does not read its input fails by its exit code, not by a broken pipe.
    child.stdin.on('error', () => {})
    child.stdin.end(text)
  })

/** The status to answer with: 2xx that we have it, 503 to be asked again later. */
async function take(request) {
  const body = await bodyOf(request)
  if (body === undefined) return 413
  if (!isOurs(request, body)) return 401
  const { id, phone, text } = JSON.parse(body)
  if (!/^[\w-]{8,64}$/.test(id) || !/^\+?\d{5,20}$/.test(phone)) return 400
  const mark = join(SENT_DIR, id)
  if (existsSync(mark)) return 204
  if (underWay.has(id)) return 503
  underWay.add(id)
  try {
    await send(phone, text)
    await writeFile(mark, '')
    return 204
  } catch (error) {
    process.stderr.write(`${id} was not handed on: ${error.message}\n`)
    return 503
  } finally {
    underWay.delete(id)
  }
}

createServer((request, response) => {
  take(request).then(
    (status) => response.writeHead(status, { connection: 'close' }).end(),
    () => response.destroy(),
  )
}).listen(Number(PORT), HOST, () => process.stdout.write(`listening on ${HOST}:${PORT}\n`))
