import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database/db'
import { createSharedRead } from '#server/platform/records/shared-read'

function openReads() {
  const reads: { params: string; answer: (text: string) => void; fail: () => void }[] = []
  const read = createSharedRead(
    (_db, params: string) =>
      new Promise<string>((resolve, reject) =>
        reads.push({ params, answer: resolve, fail: () => reject(new Error('no database')) }),
      ),
    (params) => params,
  )
  const db = {} as Db
  return { reads, read: (params: string, of = db) => read(of, params) }
}

test('callers who come while a read runs share the next one, which begins when it has ended', async () => {
  const { reads, read } = openReads()
  const [first, second, third] = [read('a'), read('a'), read('a')]
  expect(reads).toHaveLength(1)
  reads[0]?.answer('before')
  expect(await first).toBe('before')
  await Promise.resolve()
  expect(reads).toHaveLength(2)
  const fourth = read('a')
  reads[1]?.answer('after')
  expect(await Promise.all([second, third])).toEqual(['after', 'after'])
  await Promise.resolve()
  reads[2]?.answer('last')
  expect(await fourth).toBe('last')
  expect(reads).toHaveLength(3)
})

test('reads with other parameters, or of another database, are not shared', async () => {
  const { reads, read } = openReads()
  void read('a')
  void read('b')
  void read('a', {} as Db)
  expect(reads.map(({ params }) => params)).toEqual(['a', 'b', 'a'])
})

test('a failed read fails for its callers only, and the next one begins', async () => {
  const { reads, read } = openReads()
  const [first, second] = [read('a'), read('a')]
  reads[0]?.fail()
  await expect(first).rejects.toThrow('no database')
  reads[1]?.answer('again')
  expect(await second).toBe('again')
  const third = read('a')
  reads[2]?.answer('once more')
  expect(await third).toBe('once more')
})
