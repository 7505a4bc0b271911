import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { usedStyles } from './styles.ts'
import { type Answered, Asked, Drawing, type Said, Start, Told, type Wish } from './wire.ts'

// A thread of its own: the app's screens are drawn here, one page at a time. What they ask of the
// campus goes to the backend in whose process this is, and nowhere else.
const { program, settings, styles, beside } = v.parse(Start, workerData)
const waiting = new Map<number, (answer: Answered) => void>()
let count = 0

const say = (said: v.InferInput<typeof Said>) => parentPort?.postMessage(said)

globalThis.fetch = async (address, { headers, body } = {}) => {
  const sent = { address, headers: Object.fromEntries(new Headers(headers)), body }
  const asked = v.parse(Asked, sent)
  const id = (count += 1)
  const answered = new Promise<Answered>((resolve) => waiting.set(id, resolve))
  say({ type: 'asked', id, asked })
  const answer = await answered
  return new Response(answer.body, answer)
}

const Program = v.object({ open: v.function() })
const Draw = v.function()
const drawing = v.parse(Program, await import(pathToFileURL(program).href))
const draw = v.parse(Draw, await drawing.open(settings))

parentPort?.on('message', (message: unknown) => {
  const told = v.parse(Told, message)
  if (told.type === 'draw') return void begin(told.wish)
  waiting.get(told.id)?.(told.answer)
  waiting.delete(told.id)
})

async function begin(wish: Wish): Promise<void> {
  const drawn = await Promise.resolve(draw(wish)).catch(() => undefined)
  if (!v.is(Drawing, drawn)) return say({ type: 'drawn' })
  say({ type: 'drawn', drawn: { ...drawn, styles: usedStyles(styles, drawn.html + beside) } })
}
