import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { watchDatabaseReadiness } from '#server/platform/database/health/readiness'
import { migrationList } from '#server/platform/database/migrations/migration-list'

const ALL = { readOnly: false, waits: false, migrations: migrationList.length }
const coded = (code: string) => Object.assign(new Error(code), { code })
const late = new Error('Query read timeout')

/** The result of a probe's statement: a row or an error, at once or later, or no answer. */
type Says = object | Error | Promise<object> | 'nothing'

/** A database whose answers the test defines, by the statement that a probe sends. */
function watched() {
  const asked: string[] = []
  const says: { look: Says[]; write: Says; room: Says; connection: Says } = {
    look: [ALL],
    write: {},
    room: {},
    connection: {},
  }
  const answer = async (one: Says): Promise<{ rows: object[] }> => {
    if (one === 'nothing') return new Promise(() => {})
    if (one instanceof Error) throw one
    return { rows: [await one] }
  }
  const probing = {
    query: ({ text, query_timeout: limit }: { text: string; query_timeout: number }) => {
      expect(limit).toBe(2500)
      const what = /emit_message/.test(text) ? 'write' : /temp table/.test(text) ? 'room' : 'look'
      asked.push(what)
      if (what !== 'look') return answer(says[what])
      return answer((says.look.length > 1 ? says.look.shift() : says.look[0]) ?? ALL)
    },
  }
  // The part of the query builder that `select` by itself uses.
  const db = { getExecutor: () => executor }
  const executor = {
    provideConnection: undefined,
    transformQuery: (node: unknown) => node,
    compileQuery: () => ({ sql: 'select', parameters: [], query: {} }),
    executeQuery: () => answer(says.connection),
    withPlugins: () => executor,
  }
  const told: unknown[] = []
  const room = { is: true }
  const readiness = watchDatabaseReadiness({
    database: {
      db: db as unknown as Database['db'],
      probePool: probing as unknown as pg.Pool,
    },
    hasRoom: async () => room.is,
    onChange: (obstacle) => told.push(obstacle),
  })
  return { says, asked, told, room, ...readiness }
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const look = (one: Partial<typeof ALL>) => ({ ...ALL, ...one })

describe('reasons why the next write is impossible', () => {
  test('readiness has no obstacle when a write is possible', async () => {
    const { findObstacle, asked } = watched()
    expect(await findObstacle()).toBeUndefined()
    expect(asked).toEqual(['look', 'write'])
  })

  test.each<[string, Says]>([
    ['outdated', look({ migrations: migrationList.length - 1 })],
    ['outdated', look({ migrations: 0, readOnly: true })],
    ['outdated', coded('42P01')],
    ['read-only', look({ readOnly: true, waits: true })],
    ['standby', look({ waits: true })],
    ['slow', late],
    ['crowded', coded('53300')],
    ['full', coded('53100')],
    ['away', coded('ECONNREFUSED')],
    ['away', coded('22021')],
    ['away', new Error('odd')],
  ])('an obstacle is found before anything is written: %s', async (obstacle, says) => {
    const one = watched()
    one.says.look = [says]
    expect(await one.findObstacle()).toBe(obstacle)
    expect(one.asked).toEqual(['look'])
  })

  test('a database with more migrations than the program knows is no obstacle', async () => {
    const { findObstacle, says } = watched()
    says.look = [look({ migrations: migrationList.length + 1 })]
    expect(await findObstacle()).toBeUndefined()
  })

  test.each<[string | undefined, Says]>([
    ['read-only', coded('25006')],
    ['full', coded('ENOSPC')],
    ['away', coded('08006')],
    // A database user who is not allowed to emit the probe's message is no obstacle.
    [undefined, coded('42501')],
  ])('an obstacle is found by a probe that writes: %s', async (obstacle, says) => {
    const one = watched()
    one.says.write = says
    expect(await one.findObstacle()).toBe(obstacle)
    expect(one.asked).toEqual(['look', 'write'])
  })

  test('a probe that takes too long means that commits wait for a standby, or that the database is slow', async () => {
    for (const [then, obstacle] of [
      [look({ waits: true }), 'standby'],
      [ALL, 'slow'],
    ] as const) {
      const one = watched()
      one.says.look = [ALL, then]
      one.says.write = late
      expect(await one.findObstacle()).toBe(obstacle)
      expect(one.asked).toEqual(['look', 'write', 'look'])
    }
  })

  test('a probe that fails with a value that is not an Error means that the database is unavailable', async () => {
    const one = watched()
    one.says.look = [Object.assign(new Error(), { code: undefined })]
    expect(await one.findObstacle()).toBe('away')
  })
})

describe('a database that had no disk space', () => {
  test('a full database is checked until it has space again', async () => {
    const { findObstacle, asked, says, reportDiskFull } = watched()
    reportDiskFull()
    says.room = coded('53100')
    expect(await findObstacle()).toBe('full')
    vi.advanceTimersByTime(1000)
    expect(await findObstacle()).toBe('full')
    vi.advanceTimersByTime(1000)
    says.room = {}
    expect(await findObstacle()).toBeUndefined()
    expect(asked.filter((one) => one === 'room')).toHaveLength(3)
    vi.advanceTimersByTime(1000)
    expect(await findObstacle()).toBeUndefined()
    expect(asked.filter((one) => one === 'room')).toHaveLength(3)
  })

  test('a database that becomes full during a check is checked for space at the next check', async () => {
    const { findObstacle, asked, says, reportDiskFull } = watched()
    let seen: (row: object) => void = () => {}
    says.look = [new Promise<object>((resolve) => (seen = resolve)), ALL]
    const first = findObstacle()
    await vi.advanceTimersByTimeAsync(0)
    reportDiskFull()
    seen(ALL)
    expect(await first).toBeUndefined()
    expect(asked).toEqual(['look', 'write'])
    vi.advanceTimersByTime(1000)
    expect(await findObstacle()).toBeUndefined()
    expect(asked.slice(2)).toEqual(['look', 'write', 'room'])
  })

  test('a database that fails for another reason is not checked for space', async () => {
    const { findObstacle, asked, says, reportDiskFull } = watched()
    reportDiskFull()
    says.write = coded('ECONNRESET')
    expect(await findObstacle()).toBe('away')
    expect(asked).toEqual(['look', 'write'])
  })

  test('a full local disk is an obstacle for every write, without a query to the database', async () => {
    const { findObstacle, findWriteRefusal, asked, room } = watched()
    room.is = false
    expect([await findObstacle(), await findWriteRefusal()]).toEqual(['full', 'full'])
    expect(asked).toEqual([])
  })
})

describe('readiness checks', () => {
  test('readiness checks within a second share one query and its result', async () => {
    const { findObstacle, asked, says } = watched()
    expect(await Promise.all([findObstacle(), findObstacle()])).toEqual([undefined, undefined])
    says.look = [look({ readOnly: true })]
    vi.advanceTimersByTime(999)
    expect(await findObstacle()).toBeUndefined()
    expect(asked).toEqual(['look', 'write'])
    vi.advanceTimersByTime(1)
    expect(await findObstacle()).toBe('read-only')
  })

  test('a readiness check of a silent database ends before its caller’s timeout', async () => {
    const [slow, crowded] = [watched(), watched()]
    slow.says.look = ['nothing']
    crowded.says.connection = 'nothing'
    expect(await Promise.all([slow.findObstacle(), crowded.findObstacle()])).toEqual([
      'slow',
      'crowded',
    ])
  })

  test('a database without a free connection is reported as crowded', async () => {
    const { findObstacle, says, told } = watched()
    says.connection = new Error('timeout exceeded when trying to connect')
    expect(await findObstacle()).toBe('crowded')
    expect(told).toEqual([])
  })

  test('the begin and the end of an obstacle are each reported once', async () => {
    const { findObstacle, says, told } = watched()
    for (const one of [ALL, look({ waits: true }), look({ waits: true }), ALL, ALL]) {
      says.look = [one]
      await findObstacle()
      vi.advanceTimersByTime(1000)
    }
    expect(told).toEqual(['standby', undefined])
  })
})

describe('writes and readiness', () => {
  test('a write is refused while a commit is known to wait for a standby, and starts a new check', async () => {
    const { findWriteRefusal, isHanging, findObstacle, says } = watched()
    says.look = [look({ waits: true })]
    // The first write is admitted without waiting: the obstacle is not known yet.
    expect([await findWriteRefusal(), isHanging()]).toEqual([undefined, false])
    await findObstacle()
    expect([await findWriteRefusal(), isHanging()]).toEqual(['standby', true])
    says.look = [ALL]
    vi.advanceTimersByTime(1000)
    expect([await findWriteRefusal(), isHanging()]).toEqual([undefined, false])
    expect(await findWriteRefusal()).toBeUndefined()
  })

  test('a write does not wait for a check if there was no obstacle', async () => {
    const { findWriteRefusal, findObstacle, says } = watched()
    await findObstacle()
    vi.advanceTimersByTime(1000)
    says.look = ['nothing']
    expect(await findWriteRefusal()).toBeUndefined()
  })

  test('a write is not refused for any other obstacle', async () => {
    const { findWriteRefusal, isHanging, findObstacle, says } = watched()
    says.look = [look({ readOnly: true })]
    await findObstacle()
    expect([await findWriteRefusal(), isHanging()]).toEqual([undefined, false])
  })
})
