import { spawn } from 'node:child_process'
import * as v from 'valibot'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

// A proxy that is started in place of Firefox, with Firefox's path and arguments. Playwright sets a
// page's color scheme by a BiDi command that the ESR does not know. The proxy reports success for
// that command, so that Playwright continues, and passes all other messages unchanged.
const [firefox = '', ...args] = process.argv.slice(2)
const NEWER = 'emulation.setMediaFeaturesOverride'
const LISTENS = /WebDriver BiDi listening on (ws:\/\/\S+)/

const Command = v.object({ id: v.number(), method: v.optional(v.string()) })
const Refusal = v.object({ id: v.number(), error: v.literal('unknown command') })

const browser = spawn(firefox, args, { stdio: ['ignore', 'ignore', 'pipe'] })
browser.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => browser.kill(signal))
browser.stderr.setEncoding('utf8').on('data', (text: string) => {
  const address = LISTENS.exec(text)?.[1]
  if (address !== undefined) standBetween(`${address}/session`)
})

function standBetween(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = v.parse(v.object({ port: v.number() }), server.address())
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
  })
  server.on('connection', (near) => {
    const far = new WebSocket(address)
    const opened = new Promise((resolve) => far.once('open', resolve))
    const newer = new Set<number>()
    near.on('message', (data) => {
      const { id, method } = v.parse(Command, JSON.parse(textOf(data)))
      if (method === NEWER) newer.add(id)
      void opened.then(() => far.send(textOf(data)))
    })
    far.on('message', (data) => {
      const refusal = v.safeParse(Refusal, JSON.parse(textOf(data)))
      const isNewer = refusal.success && newer.has(refusal.output.id)
      near.send(isNewer ? done(refusal.output.id) : textOf(data))
    })
    near.on('close', () => far.close())
    far.on('close', () => near.close())
  })
}

const done = (id: number) => JSON.stringify({ type: 'success', id, result: {} })

const textOf = (data: RawData): string =>
  Buffer.concat([data].flat().map((part) => new Uint8Array(part))).toString()
