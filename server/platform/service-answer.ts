/**
 * What another service said to a trial. `code`: its own code, the HTTP status, or the code of the
 * connection, such as '40013', 'HTTP 401' or 'ECONNREFUSED'.
 */
export interface ServiceAnswer {
  readonly ok: boolean
  readonly code: string
}

/** The answer of a service that answered with an HTTP status. */
export const answerOfStatus = ({ ok, status }: Pick<Response, 'ok' | 'status'>): ServiceAnswer => ({
  ok,
  code: `HTTP ${status}`,
})

/** The answer of a service that could not be reached. */
export function answerOfError(error: unknown): ServiceAnswer {
  const { name, cause }: { name?: unknown; cause?: { code?: unknown } } = Object(error)
  const code = cause?.code
  if (name === 'TimeoutError') return { ok: false, code: 'TIMEOUT' }
  return { ok: false, code: typeof code === 'string' ? code : 'NO_ANSWER' }
}
