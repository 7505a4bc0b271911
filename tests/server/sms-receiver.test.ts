import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmsDeliveryWorker, signWebhookBody } from '#server/platform/sms/delivery-worker'
import { createSmsSender } from '#server/platform/sms/sms-sender'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { findFreePort } from '../support/backend/free-port.ts'

const SECRET = 'a secret of the campus'
const folder = mkdtempSync(join(tmpdir(), 'baodao-texts-'))
const [command, log, broken] = ['send', 'log', 'broken'].map((name) => join(folder, name))
const running = new Set<ChildProcess>()
let backend: Backend
let port = 0
beforeAll(async () => {
  writeFileSync(
    command ?? '',
    `#!/bin/sh\n[ -e ${broken} ] && rm ${broken} && exit 1\nprintf '%s %s\\n' "$1" "$(cat)" >> ${log}\n`,
    { mode: 0o755 },
  )
  backend = await startBackend()
  port = await findFreePort()
  await startReceiver()
})
afterAll(async () => {
  for (const child of running) await stop(child)
  rmSync(folder, { recursive: true, force: true })
  await backend.close()
})

/** Start the documented receiver as an operator does. */
async function startReceiver() {
  const child = spawn(process.execPath, ['docs/operations/samples/texts-receiver.mjs'], {
    env: {
      ...process.env,
      PORT: String(port),
      SMS_WEBHOOK_SECRET: SECRET,
      SEND_COMMAND: command,
      SENT_DIR: join(folder, 'sent'),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running.add(child)
  await once(child.stdout, 'data')
}
async function stop(child: ChildProcess) {
  running.delete(child)
  child.kill()
  await once(child, 'exit')
}

const url = () => `http://127.0.0.1:${port}/texts`
const createWorker = () =>
  createSmsDeliveryWorker({
    db: backend.db,
    clock: backend.clock,
    webhook: { url: url(), secret: SECRET },
  })
const queue = (text: string) =>
  createSmsSender({ sms: 'webhook' }).send(backend.db, {
    phone: '13912345678',
    text,
    now: backend.clock.now(),
    goodSeconds: 600,
  })
const states = async () =>
  (await backend.db.selectFrom('message_out').select('state').orderBy('created_at').execute()).map(
    ({ state }) => state,
  )
const sent = () =>
  readFileSync(log ?? '', 'utf8')
    .trim()
    .split('\n')
const now = () => String(Math.floor(backend.clock.now().getTime() / 1000))

/** Post the same SMS again, as the server does after a lost response. */
async function post(text: string, { timestamp = now(), secret = SECRET } = {}): Promise<number> {
  const row = await backend.db
    .selectFrom('message_out')
    .select(['id', 'created_at'])
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const createdAt = row.created_at.toISOString()
  const body = JSON.stringify({ id: row.id, phone: '13912345678', text, createdAt })
  const signature = signWebhookBody(secret, timestamp, body)
  const headers = { 'x-campus-timestamp': timestamp, 'x-campus-signature': signature }
  return (await fetch(url(), { method: 'POST', headers, body })).status
}

test('the documented SMS receiver forwards each SMS once, despite a lost response, a failure and a restart', async () => {
  await queue('验证码123456，10分钟内有效。')
  await createWorker().deliverDue()
  const first = '13912345678 验证码123456，10分钟内有效。'
  expect([await states(), sent()]).toEqual([['sent'], [first]])
  expect(await post('验证码123456，10分钟内有效。')).toBe(204)
  for (const child of running) await stop(child)
  await startReceiver()
  expect(await post('验证码123456，10分钟内有效。')).toBe(204)
  expect(sent()).toEqual([first])

  writeFileSync(broken ?? '', '')
  await queue('还在')
  await createWorker().deliverDue()
  expect(await states()).toEqual(['sent', 'waiting'])
  backend.clock.advance(10)
  await createWorker().deliverDue()
  expect([await states(), sent()]).toEqual([
    ['sent', 'sent'],
    [first, '13912345678 还在'],
  ])
})

test('the documented SMS receiver refuses other senders and old messages', async () => {
  const before = sent()
  expect(await post('伪造', { secret: 'another secret' })).toBe(401)
  expect(await post('伪造', { timestamp: String(Number(now()) - 400) })).toBe(401)
  expect(await post('伪造', { timestamp: 'soon' })).toBe(401)
  expect((await fetch(url(), { method: 'POST', body: '{}' })).status).toBe(401)
  expect((await fetch(url(), { method: 'POST', body: 'x'.repeat(20_000) })).status).toBe(413)
  expect(sent()).toEqual(before)
})
