import { expect, test, vi } from 'vitest'
import {
  requestFromWorker,
  parseToServiceWorker,
  replyToPage,
  postToWorker,
} from '#offline/transport/worker-messages'

/** A fake worker that records messages and answers requests with `said`. */
const workerSaying = (said: unknown) => {
  const messages: unknown[] = []
  const postMessage = (message: unknown, [port]: readonly MessagePort[] = []) => {
    messages.push(message)
    if (said !== undefined) port?.postMessage(said)
  }
  return { messages, worker: Object.assign(new EventTarget(), { postMessage }) }
}

test('the worker parses messages that it knows and ignores those of a later version', async () => {
  const { messages, worker } = workerSaying({ version: 'one', kept: true })
  // @ts-expect-error -- only the part of a worker that is used
  expect(await requestFromWorker(worker, { type: 'version' })).toEqual({
    version: 'one',
    kept: true,
  })
  // @ts-expect-error -- as above
  postToWorker(worker, { type: 'skip-waiting' })
  expect(messages.map(parseToServiceWorker)).toEqual([
    { type: 'version' },
    { type: 'skip-waiting' },
  ])
  expect(parseToServiceWorker({ type: 'keep', pack: 'student' })).toEqual({
    type: 'keep',
    pack: 'student',
  })
  for (const unknown of [{ type: 'keep' }, { type: 'of a later version' }, 'keep', null])
    expect(parseToServiceWorker(unknown)).toBeUndefined()
})

test('an invalid reply of the worker is ignored', async () => {
  // @ts-expect-error -- as above
  expect(await requestFromWorker(workerSaying({ version: 7 }).worker, { type: 'version' })).toEqual(
    {},
  )
})

test('a reply of the worker is sent to the port of the request, if there is one', () => {
  const postMessage = vi.fn<(said: unknown) => void>()
  // @ts-expect-error -- as above
  replyToPage({ ports: [{ postMessage }] }, { kept: true })
  expect(postMessage).toHaveBeenCalledWith({ kept: true })
  expect(() => replyToPage({ ports: [] }, { kept: true })).not.toThrow()
})
