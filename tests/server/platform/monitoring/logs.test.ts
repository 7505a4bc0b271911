import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog, describeError } from '#server/platform/monitoring/logs'
import type { Metrics } from '#server/platform/monitoring/metrics'
import { createRequestId } from '#server/platform/monitoring/request-log'
import { type RequestEnv, observeRequests } from '#server/platform/monitoring/request-log'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const CODE = /^\d{3}-\d{3}-\d{3}$/
/** A log, and the lines that it writes. */
function opened(level = 'info') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => void lines.push(line) })
  return { log, said: (): unknown[] => lines.map((line) => JSON.parse(line)) }
}

test('a log line has the event and its time, and no data of the machine', () => {
  const { log, said } = opened('warn')
  log.info({ no: 1 })
  log.warn({ odd: 1 }, 'words')
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(said()).toEqual([{ level: 40, time, odd: 1, msg: 'words' }])
})

test('log lines are written in batches, and none waits longer than half a second', () => {
  vi.useFakeTimers()
  const stream = { write: vi.fn<(line: string) => void>(), flush: vi.fn<() => void>() }
  const destination = vi.spyOn(pino, 'destination').mockReturnValue(stream as never)
  createLog('info').info('words')
  expect(destination.mock.calls).toEqual([[{ fd: 1, sync: false, minLength: 8192 }]])
  expect(stream.write).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(499)
  expect(stream.flush).not.toHaveBeenCalled()
  vi.advanceTimersByTime(501)
  expect(stream.flush).toHaveBeenCalledTimes(2)
})

test('an error is logged with its type and first stack frames, without its message', () => {
  const places = Array.from({ length: 9 }, (_, n) => `    at work (file.ts:${n}:1)`)
  const error = new RangeError('110101200801010015')
  error.stack = `RangeError: 110101200801010015\n  look at it\n${places.join('\n')}`
  const at = places.slice(0, 8).map((one) => one.trim())
  expect(describeError(error)).toEqual({ name: 'RangeError', at })
  expect(describeError(Object.assign(error, { code: 23_505 }))).toEqual({
    name: 'RangeError',
    code: '23505',
    at,
  })
  const real = describeError(new Error('words'))
  expect(real.at[0]).toMatch(/^at .*logs\.test\.ts:\d+:\d+/)
  delete error.stack
  expect(describeError(error).at).toEqual([])
})

test('an error message that looks like a stack frame is not logged', () => {
  const errorMessage = 'invalid input: "x\n    at 13977776666 (y:1:1)"'
  const error = new Error(errorMessage)
  expect(error.stack).toContain('    at 13977776666')
  expect(JSON.stringify(describeError(error))).not.toContain('13977776666')
  expect(describeError(error).at[0]).toMatch(/logs\.test\.ts/)
  // If the message was changed after the error was created, its end in the stack is unknown.
  error.message = 'others'
  expect(describeError(error).at).toEqual([])
})

test('a thrown value that is not an Error is logged by its type only', () => {
  expect(describeError('110101200801010015')).toEqual({ name: 'string', at: [] })
  expect(describeError({ stack: '    at home', code: 'x' })).toEqual({ name: 'object', at: [] })
})

test('a request id has nine digits in three groups, and is unique', () => {
  const codes = Array.from({ length: 500 }, createRequestId)
  expect(codes.filter((code) => !CODE.test(code))).toEqual([])
  expect(new Set(codes).size).toBeGreaterThan(490)
})

test('a request is counted and logged by route, status and duration only', async () => {
  const { log, said } = opened()
  const counted: unknown[] = []
  const recordRequest: Metrics['recordRequest'] = (...one) => void counted.push(one)
  const metrics = { recordRequest } as unknown as Metrics
  const times = [1000, 1012.345]
  vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 0)
  const app = new Hono<RequestEnv>().use('*', observeRequests({ log, metrics }))
  app.post('/call/:code', (c) => {
    c.set('route', '/call')
    return c.json({ id: c.get('request') }, 422)
  })
  app.get('/broken', (c) => {
    c.set('fault', { name: 'Error', at: [] })
    return c.html('', 500)
  })
  app.get('/file', (c) => c.body('x', 200))
  app.get('/nothing', (c) => c.body(null, 204))
  const headers = { 'x-request-id': '000-000-000' }
  const answer = await app.request('/call/S990001?x=1', { method: 'POST', headers })
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(CODE)
  expect(id).not.toBe('000-000-000')
  expect(await answer.json()).toEqual({ id })
  times.push(5, 5)
  await app.request('/broken')
  await app.request('/file')
  await app.request('/nothing')
  const time = expect.any(String)
  const [first, second, third, fourth] = said()
  expect(first).toEqual({
    level: 30,
    time,
    id,
    method: 'POST',
    route: '/call',
    status: 422,
    ms: 12.3,
  })
  expect(second).toMatchObject({ level: 50, route: 'page', fault: { name: 'Error', at: [] } })
  expect(third).toMatchObject({ level: 30, route: 'file', status: 200 })
  expect(fourth).toMatchObject({ level: 30, route: 'file', status: 204 })
  expect(counted).toEqual([
    [{ route: '/call', status: 422 }, expect.closeTo(0.012345, 9)],
    [{ route: 'page', status: 500 }, 0],
    [{ route: 'file', status: 200 }, 0],
    [{ route: 'file', status: 204 }, 0],
  ])
})
