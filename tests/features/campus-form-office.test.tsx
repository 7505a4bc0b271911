import { Buffer } from 'node:buffer'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatOutboxExport } from '#app/features/outbox/outbox-export.ts'
import { describeAttachment } from '#app/lib/outbox/describe-attachment.ts'
import { formatExportedFiles } from '#app/lib/outbox/exported-files.ts'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import { campusFormServerTexts } from '#i18n/campus-forms-server'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { publishTestForm, question } from '#tests/support/backend/campus-forms.ts'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'
import { publishedForms, workbookOf } from '#tests/support/xlsforms/published-forms.ts'
import { saveAnswers } from '../../server/features/campus-forms/answers.ts'
import { insertVersion } from '../../server/features/campus-forms/store.ts'

const campus = openScreenCampus()

const DEFINITION = v.parse(CampusFormDefinition, {
  title: { zh: '医保登记', en: 'Insurance' },
  items: [
    {
      type: 'selectOne',
      name: 'insured',
      label: { zh: '是否参保', en: '' },
      choices: 'yn',
      required: true,
    },
    { type: 'text', name: 'why', label: { zh: '说明', en: '' } },
    {
      type: 'repetition',
      name: 'members',
      label: { zh: '家庭成员', en: '' },
      items: [{ type: 'text', name: 'who', label: { zh: '称呼', en: '' } }],
    },
  ],
  choices: {
    yn: [
      { name: 'a', label: { zh: '参加', en: '' } },
      { name: 'b', label: { zh: '不参加', en: '' } },
    ],
  },
})

beforeEach(async () => {
  const { db, clock } = campus.backend()
  await db.insertInto('campus_form').values({ id: 'insure', created_at: clock.now() }).execute()
  await insertVersion(db, {
    form: 'insure',
    definition: DEFINITION,
    settings: {
      ...INITIAL_FORM_SETTINGS,
      audience: { levels: [], colleges: [], cohort: 'all', isListed: false },
      isReviewed: true,
    },
    by: 'T4001',
    now: clock.now(),
  })
  await answer({ insured: 'a', members: [{ who: '父亲' }] })
})
afterEach(async () => {
  const { db } = campus.backend()
  await db.deleteFrom('campus_form_answer').execute()
  await db.deleteFrom('campus_form_attachment').execute()
  await db.deleteFrom('campus_form_draft').execute()
  await db.updateTable('campus_form').set({ version: null }).execute()
  await db.deleteFrom('campus_form_version').execute()
  await db.deleteFrom('campus_form').execute()
  await db.deleteFrom('form_history').execute()
})

// The bytes of a file arrive as they are.
const passBodiesTo = (address: string) =>
  campus.addFault(
    http.post(address, async ({ request }) => {
      const body = new Uint8Array(await request.arrayBuffer())
      return campus
        .backend()
        .fetch(request.url, { method: 'POST', headers: [...request.headers], body })
    }),
  )

let version = 0
async function answer(answers: CampusFormAnswers) {
  const { db, clock } = campus.backend()
  version += 1
  await saveAnswers(db, {
    student: 'S990001',
    version,
    state: 'pending',
    payload: { student: 'S990001', form: 'insure', version: 1, answers, attachments: [] },
    writer: { origin: 'phone', by: 'S990001' },
    now: clock.now(),
  })
}

test('the office sees who has answered a form, its sums, and the files to take out', async () => {
  const { user } = await openApp('/manage/formanswers', { as: 'T5001' })
  const overview = await screen.findByRole('table', { name: '表单答案' })
  await user.click(within(overview).getByRole('link', { name: '医保登记' }))
  const list = await screen.findByRole('table', { name: '填写情况' })
  expect(within(list).getAllByRole('row')).toHaveLength(2)
  expect(within(list).getByRole('link', { name: /陈晓雨/ })).toBeDefined()
  await user.click(await screen.findByRole('button', { name: '查看选项统计' }))
  const sums = await screen.findByRole('table', { name: '选项统计' })
  expect(within(sums).getByRole('row', { name: /是否参保 参加 1/ })).toBeDefined()
  expect(screen.getByRole('button', { name: /家庭成员（每项一行）.*Excel/ })).toBeDefined()
  await user.click(screen.getByRole('button', { name: '状态' }))
  await user.click(await screen.findByRole('radio', { name: '未填' }))
  await user.click(screen.getByRole('button', { name: '搜索' }))
  const others = await screen.findByRole('table', { name: '填写情况' })
  expect(await within(others).findAllByText('未填')).not.toHaveLength(0)
  expect(within(others).queryByRole('link', { name: /陈晓雨/ })).toBeNull()
})

test('a reviewer rejects answers with a reason, and sees those of all times', async () => {
  await answer({ insured: 'b', why: '已有商业保险', members: [] })
  const { user } = await openApp('/manage/formanswers/insure/S990001', { as: 'T3001' })
  expect(await screen.findByText('不参加')).toBeDefined()
  expect(screen.getByText('历次填写')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '不予通过' }))
  expect(await screen.findByText('不通过时请填写意见。')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: '意见' }), '请附保单')
  await user.click(screen.getByRole('button', { name: '不予通过' }))
  expect(await screen.findAllByText('未通过')).toHaveLength(2)
  const stored = await campus
    .backend()
    .db.selectFrom('campus_form_answer')
    .select(['state', 'reason', 'reviewed_by'])
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ state: 'rejected', reason: '请附保单', reviewed_by: 'T3001' })
})

test('a reviewer of corrected answers sees what was decided before, by whom and why', async () => {
  const { user } = await openApp('/manage/formanswers/insure/S990001', { as: 'T3001' })
  await user.type(await screen.findByRole('textbox', { name: '意见' }), '请附保单')
  await user.click(screen.getByRole('button', { name: '不予通过' }))
  const inCard = (await screen.findByText('请附保单', { selector: 'span' })).parentElement
  expect(inCard?.textContent).toMatch(/未通过.*T3001 · .*请附保单/)
  await answer({ insured: 'b', why: '保单已附', members: [] })
  cleanup()
  await openApp('/manage/formanswers/insure/S990001', { as: 'T3001' })
  const before = await screen.findByText('上次审核')
  expect(before.parentElement?.textContent).toMatch(/未通过.*T3001 · .*请附保单/)
  // And with the answers that it was about.
  expect(screen.getAllByText('请附保单')).toHaveLength(2)
})

test('a reviewer whose page is old does not decide answers that have changed since', async () => {
  const { user } = await openApp('/manage/formanswers/insure/S990001', { as: 'T3001' })
  await screen.findByText('参加')
  await answer({ insured: 'b', members: [] })
  await user.click(screen.getByRole('button', { name: '予以通过' }))
  expect(await screen.findByText('不参加')).toBeDefined()
  const stored = await campus
    .backend()
    .db.selectFrom('campus_form_answer')
    .select('state')
    .executeTakeFirstOrThrow()
  expect(stored.state).toBe('pending')
})

test('a student’s page shows the forms of the campus, and the office fills one in', async () => {
  const { db, clock } = campus.backend()
  await db
    .insertInto('idempotency')
    .values({
      subject: 'student:S990001',
      form: 'campus:insure',
      key: 'key',
      body_hash: Buffer.alloc(32),
      status: 200,
      body: '{}',
      etag: null,
      receipt: 'R20260901',
      created_at: clock.now(),
    })
    .execute()
  const { user } = await openApp('/manage/students/S990001', { as: 'T5001' })
  const link = await screen.findByRole('link', { name: '医保登记' })
  // The receipt of the answers names the form.
  await waitFor(() => expect(screen.getAllByText('医保登记')).toHaveLength(2))
  await user.click(link)
  await user.click(await screen.findByRole('link', { name: '代为填写' }))
  expect(await screen.findByRole('heading', { name: '代为填写 · 医保登记 · 陈晓雨' })).toBeDefined()
  await user.click(await screen.findByRole('button', { name: '修改' }))
  expect((await screen.findByRole('alert')).textContent).toBe('请填写原因')
  await user.type(await screen.findByRole('textbox', { name: /原因/ }), '学生来电')
  await user.type(await screen.findByRole('textbox', { name: /说明/ }), '补充')
  await user.click(screen.getByRole('button', { name: '修改' }))
  expect(await screen.findByRole('heading', { name: '陈晓雨 990001' })).toBeDefined()
  const stored = await campus
    .backend()
    .db.selectFrom('campus_form_answer')
    .select('answers')
    .executeTakeFirstOrThrow()
  expect(stored.answers).toMatchObject({ insured: 'a', why: '补充', members: [{ who: '父亲' }] })
})

test('the office chooses a class mate and adds a file for a student', async () => {
  const { db } = campus.backend()
  await publishTestForm(campus.backend(), 'rooms', {
    title: { zh: '住宿意愿', en: '' },
    items: [
      question('mate', 'classmate', { label: { zh: '室友', en: '' } }),
      question('proof', 'file', { label: { zh: '证明', en: '' }, largest: 1_000_000 }),
    ],
  })
  const student = db.selectFrom('student').where('code', '=', 'S990001')
  const { class_name: className } = await student.select('class_name').executeTakeFirstOrThrow()
  const mate = await db
    .updateTable('student')
    .set({ class_name: className })
    .where('code', '=', 'S990002')
    .returning('name')
    .executeTakeFirstOrThrow()
  passBodiesTo('*/api/manage/campusform/attach')
  const { user } = await openApp('/manage/students/S990001/form/campus:rooms', { as: 'T5001' })
  await user.type(await screen.findByRole('textbox', { name: /原因/ }), '学生来电')
  const pdf = new File([`%PDF-1.7\n${'保单'.repeat(1000)}`], '证明.pdf', {
    type: 'application/pdf',
  })
  await user.upload(
    await screen.findByLabelText('选择文件 证明', { selector: 'input' }),
    new File(['x'.repeat(1_000_001)], '大.pdf', { type: 'application/pdf' }),
  )
  expect(await screen.findByText('文件不能超过 977 KB')).toBeDefined()
  // Only the university looks into a file.
  await user.upload(
    screen.getByLabelText('选择文件 证明', { selector: 'input' }),
    new File(['x'], '程序.pdf', { type: 'application/pdf' }),
  )
  expect(await screen.findByText(campusFormServerTexts.fileUnknown.zh)).toBeDefined()
  await user.upload(screen.getByLabelText('选择文件 证明', { selector: 'input' }), pdf)
  expect(await screen.findByRole('button', { name: '移除证明.pdf' })).toBeDefined()
  await user.click(screen.getByLabelText('室友'))
  await user.click(await screen.findByRole('radio', { name: mate.name }))
  await user.click(screen.getByRole('button', { name: '提交' }))
  await vi.waitFor(async () => {
    const { answers } = await db
      .selectFrom('campus_form_answer')
      .select('answers')
      .where('form_id', '=', 'rooms')
      .executeTakeFirstOrThrow()
    expect(answers).toEqual({
      mate: { student: 'S990002', name: mate.name },
      proof: [expect.any(String)],
    })
  })
  const file = await db
    .selectFrom('campus_form_attachment')
    .select(['name', 'bytes'])
    .executeTakeFirstOrThrow()
  expect(file.name).toBe('证明.pdf')
  expect(file.bytes?.equals(Buffer.from(await pdf.arrayBuffer()))).toBe(true)
})

test('the office delivers a form with its file from the file that a student exported', async () => {
  await publishTestForm(campus.backend(), 'proof', {
    title: { zh: '参保证明', en: '' },
    items: [
      question('where', 'text', { label: { zh: '参保地', en: '' } }),
      question('paper', 'file', { label: { zh: '证明', en: '' }, largest: 1_000_000 }),
    ],
  })
  passBodiesTo('*/api/manage/campusform/attach')
  const bytes = new TextEncoder().encode(`%PDF-1.7\n${'保单'.repeat(1000)}`).buffer
  const attachment = {
    ...(await describeAttachment(
      new File([bytes], '证明.pdf', { type: 'application/pdf' }),
      bytes,
    )),
    form: 'proof',
    subject: 'S990001',
  }
  const { id, name, type, bytes: size, sha256 } = attachment
  const item: OutboxItem = {
    order: 1,
    key: 'a-key-of-the-phone',
    subject: 'S990001',
    form: 'campus:proof',
    schemaVersion: 1,
    payload: {
      stuCode: 'S990001',
      form: 'proof',
      version: 1,
      answers: { where: '成都市', paper: [id] },
      attachments: [{ id, name, type, bytes: size, sha256 }],
    },
    payloadHash: '',
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    capturedAt: Date.now(),
  }
  const answers = formatOutboxExport([item], { subject: 'S990001', head: '陈晓雨' }, 'zh')
  const files = await formatExportedFiles([{ attachment, bytes }])
  const deliver = async (text: string) => {
    const { user } = await openApp('/manage/students/S990001/file', { as: 'T5001' })
    fireEvent.change(await screen.findByLabelText('导出的文字'), { target: { value: text } })
    await user.click(screen.getByRole('button', { name: '打开' }))
    expect(await screen.findByRole('heading', { name: '参保证明' })).toBeDefined()
    expect(screen.getByRole('row', { name: /参保地 成都市/ })).toBeDefined()
    await user.click(screen.getByRole('button', { name: '代为提交' }))
    const sheet = within(await screen.findByRole('dialog'))
    fireEvent.change(sheet.getByLabelText('原因'), { target: { value: '手机摔坏' } })
    await user.click(sheet.getByRole('button', { name: '确认并记录' }))
    return sheet
  }
  const refused = await deliver(answers)
  const alert = await refused.findByText(new RegExp(campusFormServerTexts.filesNotGiven.zh))
  expect(alert).toBeDefined()
  cleanup()
  await deliver(`${answers}\n\n${files}`)
  expect(await screen.findByText(/学校已收到，回执/)).toBeDefined()
  const { db } = campus.backend()
  const stored = await db
    .selectFrom('campus_form_answer')
    .select('answers')
    .where('form_id', '=', 'proof')
    .executeTakeFirstOrThrow()
  expect(stored.answers).toEqual({ where: '成都市', paper: [id] })
  const file = await db.selectFrom('campus_form_attachment').select('bytes').executeTakeFirst()
  expect(file?.bytes?.equals(Buffer.from(bytes))).toBe(true)
})

test('an XLSForm becomes a draft after the office has seen what is not taken over', async () => {
  passBodiesTo('*/api/manage/xlsform/read')
  const { user } = await openApp('/manage/forms/import', { as: 'T5001' })
  const file = await workbookOf(publishedForms.get('Dynamic repeat counts') ?? {})
  await user.upload(
    await screen.findByLabelText('选择文件'),
    new File([new Uint8Array(file)], '家庭.xlsx'),
  )
  expect(await screen.findByText('《家庭》：3 道题')).toBeDefined()
  expect(screen.getByText('不支持按答案决定重复次数，由学生自行增减')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '新建为草稿' }))
  expect(await screen.findByRole('button', { name: '导出为 XLSForm' })).toBeDefined()
  const draft = await campus
    .backend()
    .db.selectFrom('campus_form_draft')
    .select('definition')
    .executeTakeFirstOrThrow()
  expect(draft.definition.title.zh).toBe('家庭')
  expect(draft.definition.items.map(({ name }) => name)).toEqual(['num_hh_members', 'hh_member'])
})
