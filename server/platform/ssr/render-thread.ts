import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import {
  type BackendResponse,
  BackendRequest,
  AppRenderOutput,
  type FromWorker,
  RenderThreadData,
  ToWorker,
  type RenderRequest,
} from './thread-messages.ts'
import { keepUsedStyles } from './used-styles.ts'

// The worker thread that renders the app's screens, one page at a time. The requests of the screens
// go only to the backend of this process.
const { program, settings, styles, noscriptHtml } = v.parse(RenderThreadData, workerData)
const waiting = new Map<number, (answer: BackendResponse) => void>()
let count = 0

const say = (said: v.InferInput<typeof FromWorker>) => parentPort?.postMessage(said)

globalThis.fetch = async (address, { headers, body } = {}) => {
  const sent = { address, headers: Object.fromEntries(new Headers(headers)), body }
  const asked = v.parse(BackendRequest, sent)
  const id = (count += 1)
  const answered = new Promise<BackendResponse>((resolve) => waiting.set(id, resolve))
  say({ type: 'request', id, request: asked })
  const answer = await answered
  return new Response(answer.body, answer)
}

const Program = v.object({ createRenderer: v.function() })
const RenderFunction = v.function()
const renderProgram = v.parse(Program, await import(pathToFileURL(program).href))
const render = v.parse(RenderFunction, await renderProgram.createRenderer(settings))

parentPort?.on('message', (message: unknown) => {
  const told = v.parse(ToWorker, message)
  if (told.type === 'render') return void renderAndReply(told.request)
  waiting.get(told.id)?.(told.response)
  waiting.delete(told.id)
})

async function renderAndReply(wish: RenderRequest): Promise<void> {
  const renderResult = await Promise.resolve(render(wish)).catch(() => undefined)
  if (!v.is(AppRenderOutput, renderResult)) return say({ type: 'rendered' })
  say({
    type: 'rendered',
    page: { ...renderResult, styles: keepUsedStyles(styles, renderResult.html + noscriptHtml) },
  })
}
