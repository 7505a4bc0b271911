import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, type SignedIn, startBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

describe('the report sheet', () => {
  const ask = async (who: SignedIn, change = {}) =>
    (
      await who.post('/reportBill/QueryStuMessage', {
        idCard: '',
        years: '',
        payType: '',
        ...change,
      })
    ).body

  test('six keys, the fees of the year [RPT-08 RPT-09 D-101]', async () => {
    const finished = await backend.signInAs('990002')
    expect(await ask(finished)).toEqual({
      code: '0',
      data: {
        name: '李明轩',
        deptName: '建筑工程学院',
        className: expect.any(String),
        email: 'limingxuan@example.edu',
        phone: '13899000201',
        tuitionWay: [
          { tuitionWay: '学费', tuitionFees: '18600.00' },
          { tuitionWay: '住宿费', tuitionFees: '1200.00' },
        ],
      },
    })
    expect((await ask(finished, { payType: '学费' })).data.tuitionWay).toHaveLength(1)
    expect((await ask(finished, { years: '2001' })).data.tuitionWay).toEqual([])
  })
})
