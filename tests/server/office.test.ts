import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allDownloads } from '#contract/index'
import { referenceData } from '#contract/reference-data'
import { type LogDetails, formatLogChange, getLogFieldName } from '#i18n/audit-changes'
import { importKindTexts } from '#i18n/import-kinds'
import { importKinds } from '#server/features/imports/kinds/index'
import { RETENTION_KINDS } from '#server/platform/settings/retention'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

test('the office answers staff with what they are allowed to do', async () => {
  const administrator = await backend.signInAs('T4001')
  expect((await administrator.post('/api/manage/me')).body.data).toMatchObject({
    code: 'T4001',
    roles: ['administrator'],
  })
  const supervisor = await backend.signInAs('T2001')
  expect((await supervisor.post('/api/manage/me')).body.data.roles).toEqual(['dorm-supervisor'])
  expect((await (await backend.signInAs('T1001')).post('/api/manage/me')).status).toBe(403)
})

test('the audit log has each sign-in to the office, and only the administrator can read it', async () => {
  await backend.signInAs('T6001')
  const administrator = await backend.signInAs('T4001')
  const { body } = await administrator.post('/api/manage/log', { find: '', by: 'T6001', after: '' })
  expect(body.data).toMatchObject([{ by: 'T6001', name: '钱立新', action: 'office.signIn' }])
})

test('no entry of the audit log can be changed or deleted', async () => {
  await backend.signInAs('T4001')
  await expect(backend.db.updateTable('office_log').set({ reason: 'x' }).execute()).rejects.toThrow(
    'only ever added to',
  )
  await expect(backend.db.deleteFrom('office_log').execute()).rejects.toThrow('only ever added to')
})

test('the audit log can be searched by person, by action and by day in China', async () => {
  const administrator = await backend.signInAs('T4001')
  const at = (iso: string) => new Date(iso)
  await backend.db
    .insertInto('office_log')
    .values([
      { staff_code: 'T7001', action: 'x.one', about: 'student:S1', at: at('2026-03-01T15:59:59Z') },
      { staff_code: 'T7001', action: 'x.two', about: 'student:S2', at: at('2026-03-01T16:00:00Z') },
      { staff_code: 'T5001', action: 'x.two', about: 'student:S1', at: at('2026-03-02T15:59:59Z') },
    ])
    .execute()
  const found = async (wish: object) =>
    (await administrator.post('/api/manage/log', { find: 'x.', after: '', ...wish })).body.data.map(
      ({ by, action }: { by: string; action: string }) => `${by} ${action}`,
    )
  expect(await found({ by: 't7001' })).toEqual(['T7001 x.two', 'T7001 x.one'])
  expect(await found({ by: '马丽' })).toEqual(['T5001 x.two'])
  expect(await found({ find: 'S1' })).toEqual(['T5001 x.two', 'T7001 x.one'])
  expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual([
    'T5001 x.two',
    'T7001 x.two',
  ])
  expect(await found({ to: '2026-03-01' })).toEqual(['T7001 x.one'])
  expect(await found({ find: '登录管理', by: 'T7001' })).toEqual([])
  await backend.signInAs('T7001')
  expect(await found({ find: '登录管理', by: 'T7001' })).toEqual(['T7001 office.signIn'])
  expect(await found({ find: 'signed in', by: 'T7001' })).toEqual(['T7001 office.signIn'])
})

describe('an entry of the audit log', () => {
  const log = async (wish: object) =>
    (
      await (
        await backend.signInAs('T4001')
      ).post('/api/manage/log', { find: '', after: '', ...wish })
    ).body

  test('an audit entry names its subject, the old value and the new value', async () => {
    const finance = await backend.signInAs('T6001')
    const save = async (id: string, version: string, amount: string) =>
      (
        await finance.post('/api/manage/feeItems/save', {
          id,
          version,
          values: { item: '学费', itemEn: 'Tuition', year: '2031', enrolment: '', amount },
        })
      ).body
    const { id } = await save('', '', '18600.00')
    const [row] = (await finance.post('/api/manage/feeItems/list', { find: '', after: '', id }))
      .body.data
    expect((await save(id, row.version, '1.00')).code).toBe('0')
    const [line] = (await log({ kind: 'feeItems' })).data
    expect(line).toMatchObject({
      by: 'T6001',
      action: 'feeItems.save',
      named: '学费',
      changes: [{ field: 'amount', from: '18600.00', to: '1.00' }],
    })
    const admissions = await backend.signInAs('T5001')
    await admissions.post('/api/manage/students/reveal', { student: 'S880001', what: 'phone' })
    expect((await log({ kind: 'students' })).data[0]).toMatchObject({
      about: 'student:S880001',
      named: '刘嘉怡 880001',
      changes: [{ field: 'what', from: '', to: 'phone' }],
    })
    const boss = await backend.signInAs('T4001')
    const roles = { code: 'T1001', roles: ['finance'], reason: '接任' }
    expect((await boss.post('/api/manage/staff/giveRoles', roles)).body.code).toBe('0')
    expect((await log({ kind: 'staff' })).data[0]).toMatchObject({
      named: '孙建国 T1001',
      changes: [{ field: 'roles', from: '', to: 'finance' }],
    })
  })

  test('an audit entry is found by the number or the name of a student, also when the entry names several students', async () => {
    const admissions = await backend.signInAs('T5001')
    await admissions.post('/api/manage/arrivals/phones', { students: ['S990003', 'S990004'] })
    await admissions.post('/api/manage/students/reveal', { student: 'S990003', what: 'idCard' })
    const found = async (find: string) =>
      (await log({ find })).data.map(({ action }: { action: string }) => action)
    expect(await found('990003')).toEqual(['students.reveal', 'arrivals.phones'])
    expect(await found('王思远')).toEqual(['students.reveal'])
    expect(await found('990004')).toEqual(['arrivals.phones'])
  })

  test('audit entries are ordered by when their events happened, whenever they were written, and paging loses none', async () => {
    const at = (iso: string) => new Date(iso)
    const rows = Array.from({ length: 120 }, (_, n) => ({
      staff_code: 'T7001',
      action: 'y.line',
      reason: String(n),
      // Half of the entries are written later than entries about later events.
      at: at(`2026-02-01T00:00:${String((n * 7) % 60).padStart(2, '0')}Z`),
    }))
    await backend.db.insertInto('office_log').values(rows).execute()
    const seen: { id: string; at: string }[] = []
    let after = ''
    do {
      const body = await log({ find: 'y.', after })
      seen.push(...body.data)
      after = body.next
    } while (after !== '')
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
    const times = seen.map((line) => line.at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('the audit log is exported as a table with the same filter, and the export itself becomes an entry', async () => {
    const boss = await backend.signInAs('T4001')
    const answer = await backend.fetch('/api/manage/exports/log', {
      method: 'POST',
      headers: { authorization: boss.token, 'content-type': 'application/json' },
      body: JSON.stringify({ find: '', by: 'T6001', kind: 'feeItems', format: 'csv' }),
    })
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('操作时间,操作人,操作,对象,具体内容,原因')
    expect(lines[2]).toMatch(/保存收费项目,收费项目 学费,收费金额（元）：18600\.00 → 1\.00,/)
    expect((await log({ kind: 'exports' })).data[0]).toMatchObject({
      by: 'T4001',
      action: 'exports.log',
    })
    const other = await backend.signInAs('T5001')
    expect((await other.post('/api/manage/exports/log', { find: '', format: 'csv' })).status).toBe(
      403,
    )
  })
})

describe('texts of the audit log [G4]', () => {
  const LANGUAGES = ['zh', 'en'] as const
  const linesOf = async (kind: string): Promise<string[][]> => {
    const boss = await backend.signInAs('T4001')
    const { data } = (await boss.post('/api/manage/log', { find: '', after: '', kind })).body
    return LANGUAGES.map((language) =>
      data[0].changes.map((change: { field: string; from: string; to: string }) =>
        formatLogChange(data[0].action, change, language),
      ),
    )
  }
  const named = (action: string, field: string) =>
    LANGUAGES.every((language) => getLogFieldName(action, field, language) !== field)

  test('an audit action without a text does not compile', () => {
    const given: LogDetails = { found: 1 }
    // @ts-expect-error no audit action has this key
    const unnamed: LogDetails = { fuond: 1 }
    expect([given, unnamed]).toHaveLength(2)
  })

  test('every field that a list of the office can save has a name in the audit log', () => {
    const saves = Object.values(referenceData).filter(({ path }) => path.endsWith('/save'))
    const unnamed = saves.flatMap(({ path, input }) => {
      const noun = path.split('/')[3] ?? ''
      const fields = Object.keys(input.fields?.['values']?.codec.fields ?? {})
      expect(fields.length).toBeGreaterThan(0)
      return fields.filter((field) => !named(`${noun}.save`, field))
    })
    expect(unnamed).toEqual([])
  })

  test('every filter of an export has a name in the audit log', () => {
    const exporting = allDownloads.filter(({ path }) => path.startsWith('/api/manage/exports/'))
    expect(exporting.length).toBeGreaterThan(15)
    const unnamed = exporting.flatMap(({ path, input }) =>
      Object.keys(input.fields ?? {})
        .map((field) => [`exports.${path.split('/')[4] ?? ''}`, field] as const)
        .filter(([action, field]) => !named(action, field)),
    )
    expect(unnamed).toEqual([])
  })

  test('every kind of data that is imported or deleted by age has a name in the audit log', () => {
    expect(importKinds.map(({ name, title }) => [name, title])).toEqual(
      importKinds.map(({ name }) => [name, importKindTexts[name]]),
    )
    for (const kind of RETENTION_KINDS)
      expect(
        formatLogChange('privacy.retain', { field: 'kind', from: '', to: kind }, 'en'),
      ).not.toContain(`: ${kind}`)
  })

  test('the audit log describes a notice by its state, its time in China and its text', async () => {
    const writer = await backend.signInAs('T5001')
    const notice = {
      id: '',
      title: '停水通知',
      content: '<p>今晚<b>停水</b></p><p>A &amp; B</p>',
      titleEn: '',
      contentEn: '',
      audience: 'students',
      state: 'published',
      publishTime: '2026-11-26 08:00',
    }
    const { id } = (await writer.post('/api/manage/noticeboard/save', notice)).body
    const zh = [
      '标题：停水通知',
      '正文：今晚停水 A & B',
      '发布范围：全体学生',
      '发布状态：已发布',
      '发布时间：2026-11-26 08:00',
      '置顶：否',
    ]
    const [chinese, english] = await linesOf('noticeboard')
    // The database stores JSON keys in its own order.
    expect(chinese?.toSorted()).toEqual(zh.toSorted())
    expect(english).toContain('For whom: All students')
    expect(english).toContain('Standing: Published')
    const tag = async () =>
      (await writer.post('/api/manage/noticeboard/find', { id })).headers.get('etag') ?? ''
    const taken = { id, reason: '写错' }
    await writer.post('/api/manage/noticeboard/withdraw', taken, { 'if-match': await tag() })
    const back = { ...notice, id }
    await writer.post('/api/manage/noticeboard/save', back, { 'if-match': await tag() })
    expect((await linesOf('noticeboard'))[0]).toEqual(['发布状态：已撤下 → 已发布'])
  })
})
