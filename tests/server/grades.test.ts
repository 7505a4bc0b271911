import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGradeStatus, parseTermLabel } from '#contract/grades'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('880001')
})
afterAll(() => backend.close())

const own = { stuNumber: '880001', idCard: '' }
const terms = async (who = student, body: object = own): Promise<string[]> =>
  (await who.post('/getyearandterm', body)).body.data
const find = async (label: string, who = student) => {
  const { year, term } = parseTermLabel(label)
  return (await who.post('/getSocre', { ...own, year, term })).body
}

describe('terms with grades', () => {
  test('the terms since the student’s entry are listed newest first, with their labels [GRD-05 GRD-07]', async () => {
    const { body } = await student.post('/getyearandterm', { ...own, idCard: '110101200601010019' })
    expect(body.code).toBe('0')
    const entered = toChinaYear(backend.clock.now()) - 2
    expect(body.data.length).toBeGreaterThan(2)
    expect(body.data.at(-1)).toBe(`${entered}-${entered + 1}学年第一学期`)
    expect(body.data.at(-2)).toBe(`${entered}-${entered + 1}学年第二学期`)
    const places = body.data.map(
      (label: string) => parseTermLabel(label).year + parseTermLabel(label).term,
    )
    expect(places).toEqual(places.toSorted().toReversed())
  })

  test('a caller without a student number gets code 2, which means that they are not a current student [GRD-14 D-84]', async () => {
    const fresh = await backend.signInAs('990001')
    expect((await fresh.post('/getyearandterm', { stuNumber: '990001', idCard: '' })).body).toEqual(
      { code: '2', data: [] },
    )
    const asked = await fresh.post('/getSocre', {
      stuNumber: '',
      idCard: '',
      year: '2026-2027',
      term: '1',
    })
    expect(asked.body).toEqual({ code: '-1', msg: '抱歉，您不是在校生，无法查询成绩' })
  })

  test('a campus without terms answers an empty list [GRD-13]', async () => {
    const own = await startBackend()
    const someone = await own.signInAs('880002')
    await own.db.deleteFrom('grade').execute()
    await own.db.deleteFrom('term').execute()
    expect(
      (await someone.post('/getyearandterm', { stuNumber: '880002', idCard: '' })).body,
    ).toEqual({ code: '0', data: [] })
    await own.close()
  })

  test('a request with another student’s number or ID card is refused [ID-47 GRD-05]', async () => {
    for (const foreign of [
      { stuNumber: '880002', idCard: '' },
      { stuNumber: '880001', idCard: '110101200601010027' },
    ])
      expect((await student.post('/getyearandterm', foreign)).status).toBe(403)
  })
})

describe('grades', () => {
  test('a term has its courses with points and letter grades, including failed ones [GRD-06 GRD-03]', async () => {
    const all = await Promise.all((await terms()).map((label) => find(label)))
    for (const body of all) expect(body.code).toBe('0')
    const rows: { courseName: string; score: string }[] = all.flatMap(({ data }) => data)
    for (const row of rows)
      expect(Object.keys(row).toSorted()).toEqual(
        Number.isFinite(Number(row.score))
          ? ['courseName', 'credit', 'score']
          : ['courseName', 'credit', 'passed', 'score'],
      )
    expect(rows.find(({ courseName }) => courseName === '大学物理')?.score).toBe('52')
    expect(rows.filter((row) => toGradeStatus(row) === 'failed').length).toBeGreaterThan(1)
    expect(rows.some(({ score }) => Number.isNaN(Number(score)))).toBe(true)
  })

  test('a grade in words counts as passed according to the campus’s list [GRD-03]', async () => {
    const scores = ['优', '不及格', '缺考', '缓考', '作弊', '良好', '88']
    const strict = await startBackend({ env: { PASSING_GRADES: '优,缓考' } })
    const passed = async (of: Backend) => {
      const who = await of.signInAs('880001')
      const [label = ''] = (await who.post('/getyearandterm', own)).body.data
      await of.db.deleteFrom('grade').where('student_code', '=', who.code).execute()
      await of.db
        .insertInto('grade')
        .values(
          scores.map((score, at) => ({
            student_code: who.code,
            term: label,
            course: `课程${at}`,
            score,
            credit: '2',
          })),
        )
        .execute()
      return (await find(label, who)).data.map((row: { passed?: string }) => row.passed)
    }
    expect(await passed(strict)).toEqual(['1', '0', '0', '1', '0', '0', undefined])
    const usual = await startBackend()
    expect(await passed(usual)).toEqual(['1', '0', '0', '0', '0', '1', undefined])
    await strict.close()
    await usual.close()
  })

  test('the current term has no grades yet [GRD-04 GRD-09]', async () => {
    // During the holidays the newest term is over, and the demo campus already has grades for it.
    const [running = ''] = await terms()
    await backend.db.deleteFrom('grade').where('term', '=', running).execute()
    expect(await find(running)).toEqual({ code: '0', data: [] })
    expect(await find('1999-2000学年第一学期')).toEqual({ code: '0', data: [] })
  })

  test('every student sees only their own grades [GRD-06]', async () => {
    const other = await backend.signInAs('880002')
    const first = (await terms()).at(-1) ?? ''
    const { year, term } = parseTermLabel(first)
    const mine = await find(first)
    expect(mine.data.length).toBeGreaterThan(0)
    const theirs = await other.post('/getSocre', { stuNumber: '880002', idCard: '', year, term })
    expect(theirs.body.data).not.toEqual(mine.data)
    expect(
      (await other.post('/getSocre', { stuNumber: '880001', idCard: '', year, term })).status,
    ).toBe(403)
  })
})

describe('downloading grades', () => {
  const download = async (
    address: string,
    who: SignedInUser | undefined = student,
    headers: Record<string, string> = {},
  ) => {
    const authorization = who === undefined ? {} : { authorization: who.token }
    const response = await backend.fetch(address, { headers: { ...authorization, ...headers } })
    return { response, text: Buffer.from(await response.arrayBuffer()).toString('utf8') }
  }

  test('the grades download is a CSV for spreadsheet programs: a byte-order mark, a file name, every grade [GRD-08 D-85]', async () => {
    const { response, text } = await download('/api/exportOne?stuNumber=880001')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('成绩_880001.csv')}`,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('\uFEFF学期,课程,成绩,学分')
    const { count } = await backend.db
      .selectFrom('grade')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('student_code', '=', 'S880001')
      .executeTakeFirstOrThrow()
    expect(lines.filter((line) => line.includes('学年第'))).toHaveLength(Number(count))
  })

  test('the CSV of grades is in the language of the link or the browser, terms included [GRD-08 D-112]', async () => {
    const english = await download('/api/exportOne', student, { 'accept-language': 'en' })
    expect(english.text.split('\r\n')[0]).toBe('\uFEFFTerm,Course,Score,Credits')
    expect(english.response.headers.get('content-disposition')).toContain('grades_880001.csv')
    expect(english.text).toMatch(/\d{4}-\d{4}, autumn term/)
    expect(english.text).not.toContain('学年')
    // A plain link sends the browser's languages, whatever language was chosen in the app.
    const linked = await download('/api/exportOne?lang=en', student, { 'accept-language': 'zh-CN' })
    expect(linked.text).toBe(english.text)
  })

  test('the grades download ignores another student’s number and has the caller’s own grades [GRD-08]', async () => {
    const { text } = await download('/api/exportOne?stuNumber=880002')
    expect(text).toBe((await download('/api/exportOne?stuNumber=880001')).text)
  })

  test('a grade text that a spreadsheet would run as a formula is prefixed with an apostrophe [GRD-08]', async () => {
    const evil = [
      '=HYPERLINK("https://x.test","see")',
      '+1+1',
      '-2+3',
      '@SUM(1)',
      '\t=1',
      'plain, with "quotes"',
    ]
    const rows = evil.map((course) => ({
      student_code: 'S880003',
      term: '2020-2021学年第一学期',
      course,
      score: '90',
      credit: '1',
    }))
    await backend.db.insertInto('grade').values(rows).execute()
    const { text } = await download('/api/exportOne', await backend.signInAs('880003'))
    expect(text).toContain(`"'=HYPERLINK(""https://x.test"",""see"")"`)
    for (const led of [`,'+1+1,`, `,'-2+3,`, `,'@SUM(1),`, `'\t=1`, `"plain, with ""quotes"""`])
      expect(text).toContain(led)
    for (const cell of text.split(/\r\n|,/)) expect(cell).not.toMatch(/^"?[=+\-@\t]/)
  })

  test('anonymous callers, staff and callers without a student number get no grades file [GRD-08]', async () => {
    expect((await backend.fetch('/api/exportOne?stuNumber=880001')).status).toBe(401)
    expect(
      (await download('/api/exportOne', await backend.signInAs('T3001'))).response.status,
    ).toBe(403)
    expect(
      (await download('/api/exportOne', await backend.signInAs('990001'))).response.status,
    ).toBe(404)
  })
})

test('an internal error of the grades download is reported with the code that the app expects [GRD-10 GRD-11 GRD-12]', async () => {
  const own = await startBackend()
  const someone = await own.signInAs('880001')
  await own.db.schema.dropTable('grade').execute()
  for (const [path, body] of [
    ['/getyearandterm', { stuNumber: '880001', idCard: '' }],
    ['/getSocre', { stuNumber: '880001', idCard: '', year: '2024-2025', term: '1' }],
  ] as const) {
    const said = await someone.post(path, body)
    expect([said.status, said.body.code, said.body.msg]).toEqual([
      500,
      '500',
      expect.stringMatching(/^服务器异常请稍后再试（查询编号[\d-]{11}）$/),
    ])
  }
  await own.close()
})
