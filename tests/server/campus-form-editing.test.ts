import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CampusFormDefinition, FormItem } from '#contract/campus-form-definition'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import { addSeconds, toChinaMinute } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let admissions: SignedInUser
let administrator: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  admissions = await backend.signInAs('T5001')
  administrator = await backend.signInAs('T4001')
})
afterAll(() => backend.close())

const FORMS = '/api/manage/forms'
const text = (name: string, over: object = {}): FormItem => ({
  type: 'text',
  name,
  label: { zh: name, en: '' },
  required: true,
  readOnly: false,
  isLong: false,
  longest: 200,
  ...over,
})
const define = (zh: string, items: FormItem[] = [text('name')]): CampusFormDefinition => ({
  title: { zh, en: '' },
  items,
  choices: {},
})
const settings = INITIAL_FORM_SETTINGS
const tagged = (tag: string) => ({ 'if-match': tag })

/** Creates a form and resolves to its id and the tag of its draft. */
async function create(definition: CampusFormDefinition, over: object = {}) {
  const saved = await admissions.post(`${FORMS}/save`, {
    form: '',
    definition,
    settings: { ...settings, ...over },
  })
  expect(saved.body.code).toBe('0')
  return { form: String(saved.body.data), tag: saved.headers.get('etag') ?? '' }
}
const publish = (form: string, tag: string, reopen = '0') =>
  admissions.post(`${FORMS}/publish`, { form, reopen }, tagged(tag))
const save = (form: string, definition: CampusFormDefinition, tag: string) =>
  admissions.post(`${FORMS}/save`, { form, definition, settings }, tagged(tag))
const titlesOf = async (filter: object) => {
  const { body } = await admissions.post(`${FORMS}/list`, {
    stage: '',
    find: '',
    after: '',
    ...filter,
  })
  return body.data.map(({ titleZh }: { titleZh: string }) => titleZh)
}

test('a form is a draft, then published, changed and published again, and every version stays as it was', async () => {
  const { form, tag } = await create(define('承诺书'))
  const listed = async () => {
    const { body } = await admissions.post(`${FORMS}/list`, {
      stage: '',
      find: '承诺书',
      after: '',
    })
    return body.data[0]
  }
  expect(await listed()).toMatchObject({ form, stage: 'draft', version: 0, answers: 0 })
  expect((await publish(form, tag)).body).toMatchObject({ code: '0', data: 1 })
  expect(await listed()).toMatchObject({ stage: 'published', version: 1, changed: '0' })
  const second = define('承诺书', [text('name'), text('reason')])
  const saved = await save(form, second, tag)
  expect(await listed()).toMatchObject({ stage: 'published', version: 1, changed: '1' })
  await publish(form, saved.headers.get('etag') ?? '')
  const { body } = await administrator.post(`${FORMS}/find`, { form })
  expect(body.data).toMatchObject({ stage: 'published', definition: second })
  expect(body.data.versions).toMatchObject([{ version: 2 }, { version: 1 }])
  const first = await administrator.post(`${FORMS}/version`, { form, version: 1 })
  expect(first.body.data.definition).toEqual(define('承诺书'))
})

test('the largest form is saved, and the office is told every name that was ever published', async () => {
  const choices = Array.from({ length: 500 }, (_one, index) => ({
    name: `c${index}`,
    label: { zh: `选项${index}`, en: `Choice ${index}` },
    columns: { county: '崇明区' },
  }))
  const lists = ['a', 'b', 'c', 'd']
  const { form, tag } = await create({
    ...define('全部区县', [
      ...lists.map((list): FormItem => ({
        type: 'selectOne',
        name: list,
        label: { zh: list, en: '' },
        required: true,
        readOnly: false,
        choices: list,
      })),
      ...Array.from({ length: 196 }, (_one, index) =>
        text(`t${index}`, {
          label: { zh: '题'.repeat(100), en: '' },
          hint: { zh: '提示', en: '' },
        }),
      ),
    ]),
    choices: Object.fromEntries(lists.map((list) => [list, choices])),
  })
  expect((await publish(form, tag)).body).toMatchObject({ code: '0', data: 1 })
  await save(form, define('全部区县'), tag)
  const { body } = await admissions.post(`${FORMS}/find`, { form })
  expect(body.data.usedNames).toHaveLength(700)
  expect(body.data.usedNames).toEqual(expect.arrayContaining(['a', 't0', 'c499']))
})

test('two editors do not overwrite each other, neither by saving nor by publishing', async () => {
  const { form, tag } = await create(define('两人'))
  const other = await administrator.post(
    `${FORMS}/save`,
    { form, definition: define('两人，改'), settings },
    tagged(tag),
  )
  expect(other.body.code).toBe('0')
  const mine = await save(form, define('两人，我的'), tag)
  expect([mine.status, mine.headers.get('etag')]).toEqual([412, other.headers.get('etag')])
  expect(mine.body.msg).toContain('其他人在您打开之后保存过这份表单')
  expect((await publish(form, tag)).status).toBe(412)
  expect((await save(form, define('两人，没有版本'), '')).status).toBe(412)
  const { body } = await admissions.post(`${FORMS}/find`, { form })
  expect(body.data.definition.title.zh).toBe('两人，改')
})

describe('a form is published only if', () => {
  test('its definition has no problems', async () => {
    const { form, tag } = await create(define('没有题目', []))
    expect((await publish(form, tag)).body).toMatchObject({
      code: '-1',
      msg: '表单还有要修改的地方，不能发布',
    })
  })

  test('every regular expression takes linear time', async () => {
    const slow = define('慢', [
      text('code', { constraint: "regex(., '(a+)+b')" }),
      text('zip', { constraint: "regex(., '[0-9]{6}')" }),
    ])
    const { form, tag } = await create(slow)
    expect(
      (await admissions.post(`${FORMS}/checkPatterns`, { definition: slow })).body.data,
    ).toEqual([{ item: 'code', pattern: '(a+)+b' }])
    expect((await publish(form, tag)).body.msg).toContain('要算很久')
    const saved = await save(form, define('慢', slow.items.slice(1)), tag)
    expect((await publish(form, saved.headers.get('etag') ?? '')).body.code).toBe('0')
  })

  test('its settings can apply', async () => {
    const over = (part: object) => ({ ...settings, ...part })
    for (const [part, why] of [
      [
        over({
          window: {
            ...settings.window,
            until: toChinaMinute(addSeconds(backend.clock.now(), -60)),
          },
        }),
        '截止时间已过',
      ],
      [over({ audience: { ...settings.audience, isListed: true } }), '学生名单还是空的'],
      [over({ audience: { ...settings.audience, levels: ['none'] } }), '学生类型已不存在'],
      [over({ step: { position: 2, isSkippable: false, before: ['nowhere'] } }), '步骤已不存在'],
    ] as const) {
      const { form, tag } = await create(define('设置'), part)
      expect((await publish(form, tag)).body.msg).toContain(why)
    }
  })
})

test('the list of students of a form takes only numbers that exist, and applies at once', async () => {
  const { form } = await create(define('名单'))
  const put = (numbers: string) => admissions.post(`${FORMS}/saveStudents`, { form, numbers })
  expect((await put('880001、000000')).body).toMatchObject({ listed: 0, unknown: ['000000'] })
  const read = async () => (await admissions.post(`${FORMS}/students`, { form })).body.data
  expect(await read()).toEqual([])
  expect((await put('880001\n880001')).body).toMatchObject({ listed: 1, unknown: [] })
  expect(await read()).toEqual(['880001'])
})

test('a form is copied with its draft, found by its title, retired and reopened with a reason', async () => {
  const { form, tag } = await create(define('医保100%'))
  await publish(form, tag)
  const copied = await admissions.post(`${FORMS}/copy`, { form })
  expect(copied.body.data).not.toBe(form)
  expect(await titlesOf({ find: '0%' })).toEqual(['医保100%（副本）', '医保100%'])
  expect(await titlesOf({ find: '医保', stage: 'published' })).toEqual(['医保100%'])
  const withReason = (call: string, reason: string) =>
    admissions.post(`${FORMS}/${call}`, { form, reason })
  expect((await withReason('retire', '')).body.code).not.toBe('0')
  expect((await withReason('retire', '停办')).body.code).toBe('0')
  expect((await withReason('retire', '再停')).body.msg).toBe('这份表单已经停用')
  expect(await titlesOf({ stage: 'retired' })).toEqual(['医保100%'])
  expect((await withReason('reopen', '恢复')).body.code).toBe('0')
  expect(await titlesOf({ find: '医保', stage: 'published' })).toEqual(['医保100%'])
})

test('a form that a colleague retired is published only by somebody who knows who retired it', async () => {
  const { form, tag } = await create(define('停用后发布'))
  await publish(form, tag)
  await administrator.post(`${FORMS}/retire`, { form, reason: '名额已满' })
  expect((await publish(form, tag)).body.msg).toContain('这份表单刚刚被停用')
  const find = async () => (await admissions.post(`${FORMS}/find`, { form })).body.data
  const { name } = await backend.db
    .selectFrom('staff')
    .select('name')
    .where('code', '=', 'T4001')
    .executeTakeFirstOrThrow()
  expect(await find()).toMatchObject({
    stage: 'retired',
    retiredBy: name,
    retiredFor: '名额已满',
  })
  expect((await publish(form, tag, '1')).body).toMatchObject({ code: '0', data: 2 })
  expect(await find()).toMatchObject({ stage: 'published', retiredAt: '', retiredFor: '' })
})

test('every change is in the audit log with the title of the form', async () => {
  const { form, tag } = await create(define('记录'))
  await publish(form, tag)
  await admissions.post(`${FORMS}/retire`, { form, reason: '记录原因' })
  const { body } = await administrator.post('/api/manage/log', {
    find: '',
    by: 'T5001',
    kind: 'forms',
    from: '',
    to: '',
    after: '',
  })
  const own = body.data.filter(({ about }: { about: string }) => about === `campusForm:${form}`)
  expect(own).toMatchObject([
    { action: 'forms.retire', named: '记录', reason: '记录原因' },
    { action: 'forms.publish', named: '记录' },
    { action: 'forms.save', named: '记录' },
  ])
})

test('lists are read in pages, and a definition of a wrong shape is refused', async () => {
  for (let at = 0; at < 51; at += 1) await create(define(`第${at}份页`))
  const page = async (after: string) =>
    (await admissions.post(`${FORMS}/list`, { stage: '', find: '份页', after })).body
  const first = await page('')
  const second = await page(first.next)
  expect([first.data.length, second.data.length, second.next]).toEqual([50, 1, ''])
  const broken = { ...define('坏'), items: [{ type: 'text', name: '1 a' }] }
  const saved = await admissions.post(`${FORMS}/save`, { form: '', definition: broken, settings })
  expect(saved.body.code).not.toBe('0')
})
