import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { ENGINE_TIMEOUT_MS } from '../../support/setup/timeouts.ts'

/**
 * The key of an element reference in WebDriver. A script argument with this key becomes the
 * element.
 */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const Elements = v.array(v.object({ [elementKey]: v.string() }))
export type DriverElement = v.InferOutput<typeof Elements>[number]

const Answer = v.object({ value: v.unknown() })
const Started = v.object({ sessionId: v.string() })
const Refusal = v.object({ error: v.string(), message: v.string() })

/** A browser that speaks WebDriver. */
export interface Driver {
  readonly goto: (address: string) => Promise<unknown>
  readonly reload: () => Promise<unknown>
  /** Run a script in the page; resolves with its result when the script's promise is fulfilled. */
  readonly run: (script: string, args: readonly unknown[]) => Promise<unknown>
  readonly click: (element: DriverElement) => Promise<unknown>
  readonly type: (element: DriverElement, text: string) => Promise<unknown>
  readonly screenshot: () => Promise<Buffer>
  readonly end: () => Promise<void>
}

/** Parse the result of a script as element references. */
export const parseElements = (found: unknown): readonly DriverElement[] => v.parse(Elements, found)

/**
 * Open a session with a WebDriver server that was just started. Only ten commands of the standard
 * are needed, so they are implemented here instead of by a library (decision 0120).
 */
export async function openDriverSession(address: string, capabilities: object): Promise<Driver> {
  await untilReady(address)
  const asked = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = v.parse(Started, await say(`${address}/session`, 'POST', asked))
  const session = `${address}/session/${sessionId}`
  const post = (path: string, body: object = {}) => say(session + path, 'POST', body)
  const idOf = (element: DriverElement) => encodeURIComponent(element[elementKey] ?? '')
  await post('/timeouts', { script: ENGINE_TIMEOUT_MS, pageLoad: ENGINE_TIMEOUT_MS, implicit: 0 })
  return {
    goto: (url) => post('/url', { url }),
    reload: () => post('/refresh'),
    run: async (script, args) => {
      const told = await post('/execute/async', { script: answering(script), args })
      const { value, fault } = v.parse(Told, told)
      if (fault !== undefined) throw new Error(fault)
      return value
    },
    click: (element) => post(`/element/${idOf(element)}/click`),
    type: (element, text) => post(`/element/${idOf(element)}/value`, { text }),
    screenshot: async () =>
      Buffer.from(v.parse(v.string(), await say(`${session}/screenshot`, 'GET')), 'base64'),
    end: async () => void (await say(session, 'DELETE')),
  }
}

const Told = v.object({ value: v.optional(v.unknown()), fault: v.optional(v.string()) })

/** Wrap a function as an asynchronous script that returns the function's eventual result. */
const answering = (script: string) => `
  const say = arguments[arguments.length - 1]
  Promise.resolve((${script}).apply(null, [...arguments].slice(0, -1))).then(
    (value) => say({ value }),
    (error) => say({ fault: String(error && error.stack || error) }),
  )`

async function say(address: string, method: string, body?: object): Promise<unknown> {
  const said = body === undefined ? {} : { body: JSON.stringify(body) }
  const { value } = v.parse(Answer, await (await fetch(address, { method, ...said })).json())
  const refusal = v.safeParse(Refusal, value)
  if (refusal.success) throw new Error(`${refusal.output.error}: ${refusal.output.message}`)
  return value
}

async function untilReady(address: string): Promise<void> {
  const end = Date.now() + ENGINE_TIMEOUT_MS
  const isThere = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isThere())) {
    if (Date.now() > end) throw new Error(`No driver at ${address}`)
    await wait(50)
  }
}
