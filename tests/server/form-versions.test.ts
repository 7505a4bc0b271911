import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import {
  uniformFormBody,
  householdFormBody,
  suppliesFormBody,
} from '../support/backend/form-bodies.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

describe('conflicts and repeated submissions of every form', () => {
  const forms: [string, string, string, string, () => object][] = [
    [
      'family',
      '/api/NewReports/findFamily',
      '/api/NewReports/addNewReports',
      '/api/NewReports/updateNewReports',
      householdFormBody,
    ],
    [
      'uniform',
      '/api/uniSele/selebystu',
      '/api/uniSele/add',
      '/api/uniSele/updateStuForm',
      () => uniformFormBody(),
    ],
    [
      'living',
      '/Livings/findReserve',
      '/Livings/addReserve',
      '/Livings/updateReserve',
      () => suppliesFormBody(),
    ],
  ]

  test.each(forms)(
    '%s: saving returns a version, an outdated version gets 412 with the stored values, and each key takes effect once [D-104]',
    async (form, findAt, addAt, updateAt, body) => {
      const who = await backend.signInAs('990004')
      const version = async () => (await who.post(findAt, { stuCode: '' })).headers.get('etag')
      const start = Number((await version())?.match(/\d+/)?.[0])
      const tag = (more: number) => `"${form}-${start + more}"`
      expect(await version()).toBe(tag(0))
      const key = { 'idempotency-key': `${form}-of-this-test`, 'if-match': tag(0) }
      const first = await who.post(addAt, body(), key)
      expect([first.status, first.headers.get('etag')]).toEqual([200, tag(1)])
      const again = await who.post(updateAt, body(), key)
      expect([again.headers.get('idempotency-replayed'), again.headers.get('receipt')]).toEqual([
        'true',
        first.headers.get('receipt'),
      ])
      expect(await version()).toBe(tag(1))
      const stale = await who.post(updateAt, body(), { 'if-match': tag(0) })
      expect([stale.status, stale.body.code, stale.headers.get('etag')]).toEqual([
        412,
        '412',
        tag(1),
      ])
      const both = await Promise.all(
        [addAt, updateAt].map((path) => who.post(path, body(), { 'if-match': tag(1) })),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
      expect(await version()).toBe(tag(2))
    },
  )

  test('when two first submissions are sent at once, one is stored and the other gets 412 [D-104]', async () => {
    const who = await backend.signInAs('990005')
    const both = await Promise.all(
      [1, 2].map(() =>
        who.post('/api/NewReports/addNewReports', householdFormBody(), {
          'if-match': '"family-0"',
        }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })
})
