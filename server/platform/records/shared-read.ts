import type { Db } from '../database/db.ts'

interface Running<Result> {
  readonly answer: Promise<Result>
  /** The read that begins when this one has ended. */
  next?: Promise<Result>
}

/**
 * Shares a read among callers with equal parameters (`keyOf`). At most one read runs at a time in this
 * process, and callers who come while it runs share the next one. So nobody is answered by what was
 * read before the question, and a page that is open in many browsers costs no more than one after the
 * other.
 */
export function createSharedRead<Params, Result>(
  read: (db: Db, params: Params) => Promise<Result>,
  keyOf: (params: Params) => string,
): (db: Db, params: Params) => Promise<Result> {
  // Each server in this process has its own database.
  const readsOf = new WeakMap<Db, Map<string, Running<Result>>>()
  const start = (db: Db, params: Params): Promise<Result> => {
    const reads = readsOf.get(db) ?? new Map<string, Running<Result>>()
    readsOf.set(db, reads)
    const key = keyOf(params)
    const running: Running<Result> = { answer: read(db, params) }
    reads.set(key, running)
    const end = () => {
      if (running.next === undefined) reads.delete(key)
    }
    running.answer.then(end, end)
    return running.answer
  }
  return (db, params) => {
    const running = readsOf.get(db)?.get(keyOf(params))
    if (running === undefined) return start(db, params)
    const startNext = () => start(db, params)
    running.next ??= running.answer.then(startNext, startNext)
    return running.next
  }
}
