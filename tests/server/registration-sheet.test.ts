import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

describe('the registration sheet', () => {
  const ask = async (who: SignedInUser, change = {}) =>
    (
      await who.post('/reportBill/QueryStuMessage', {
        idCard: '',
        years: '',
        payType: '',
        ...change,
      })
    ).body

  test('the registration sheet has six keys: the year’s fees, the paid and owed amounts, the bed and the code [RPT-08 RPT-09 D-101]', async () => {
    const finished = await backend.signInAs('990002')
    const bed = await backend.db
      .selectFrom('dorm_place')
      .selectAll()
      .where('student_code', '=', 'S990002')
      .executeTakeFirstOrThrow()
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
        paidFees: '19800.00',
        offsetFees: '0.00',
        owedFees: '0.00',
        dormName: bed.building,
        dormno: bed.room,
        bedID: bed.bed,
        stuCode: 'S990002',
      },
    })
    expect((await ask(finished, { payType: '学费' })).data.tuitionWay).toHaveLength(1)
    expect((await ask(finished, { years: '2001' })).data.tuitionWay).toEqual([])
    const { data } = await ask(await backend.signInAs('880001'))
    const sum = data.tuitionWay.reduce(
      (fen: number, { tuitionFees }: { tuitionFees: string }) => fen + Number(tuitionFees) * 100,
      0,
    )
    const fen = (yuan: string) => Number(yuan) * 100
    expect(fen(data.paidFees) + fen(data.offsetFees) + fen(data.owedFees)).toBe(sum)
  })

  test('the registration sheet has no code where scanners accept only the pass of a phone [D-30]', async () => {
    const strict = await startBackend({ sharing: backend, env: { PASS_REQUIRED: '1' } })
    expect((await ask(await strict.signInAs('990002'))).data).not.toHaveProperty('stuCode')
    await strict.close()
  })
})
