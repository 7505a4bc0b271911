import { Buffer } from 'node:buffer'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { formatOutboxExport } from '#app/features/outbox/outbox-export.ts'
import {
  addAttachment,
  listFormAttachments,
  readAttachment,
  removeAttachment,
  submitCampusForm,
} from '#app/lib/outbox/attachments.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { formatExportedFiles, readFilesOf } from '#app/lib/outbox/exported-files.ts'
import { listExportableItems, sendOutboxNow } from '#app/lib/outbox/outbox.ts'
import { currentSession } from '#app/lib/session/session.ts'
import {
  type CampusFormAttachment,
  type CampusFormSubmission,
  MOST_FORM_ATTACHMENTS,
} from '#contract/campus-form-submission'
import { publishTestForm, question, wording } from '#tests/support/backend/campus-forms.ts'
import { bindDemoUser, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const FORM = 'insurance'
beforeAll(() =>
  publishTestForm(campus.backend(), FORM, { items: [question('policy', 'file', { count: 9 })] }),
)
let hasSignal = false
beforeEach(() => {
  hasSignal = false
  campus.addFault(
    http.post(/campusform\/(find|add|update|received|attach)/, () =>
      hasSignal ? undefined : HttpResponse.error(),
    ),
  )
})
const subject = () => currentSession()?.subject ?? ''
const pdf = (words = '保单', size = 50_000) => {
  const bytes = Buffer.alloc(size, words)
  bytes.write('%PDF-1.7\n')
  return new File([new Uint8Array(bytes)], `${words}.pdf`, { type: 'application/pdf' })
}
const add = async (file = pdf()): Promise<CampusFormAttachment> => {
  const result = await addAttachment(FORM, file)
  if (result.type !== 'added') throw new Error(result.type)
  return result.attachment
}
const answers = (...attachments: CampusFormAttachment[]): CampusFormSubmission => ({
  student: subject(),
  form: FORM,
  version: 1,
  answers: { policy: attachments.map(({ id }) => id) },
  attachments,
})
const submit = (...attachments: CampusFormAttachment[]) =>
  act(() => submitCampusForm(answers(...attachments)))
const stored = () =>
  campus
    .backend()
    .db.selectFrom('campus_form_attachment')
    .selectAll()
    .where('student_code', '=', subject())
    .execute()
const bytesOf = async (file: Blob | undefined) =>
  Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0))

test('a file waits in the outbox with its answers, and arrives byte by byte once there is a network', async () => {
  await bindDemoUser('990001')
  const file = pdf('保单', 400_000)
  const attachment = await add(file)
  expect(attachment).toMatchObject({ name: '保单.pdf', type: 'application/pdf', bytes: 400_000 })
  expect(await submit(attachment)).toMatchObject({ type: 'saved' })
  expect(await listFormAttachments(FORM)).toMatchObject([{ id: attachment.id }])
  hasSignal = true
  act(() => sendOutboxNow())
  await waitFor(() => expect(listExportableItems()).toEqual([]))
  const [arrived] = await stored()
  expect(arrived?.bytes?.equals(await bytesOf(file))).toBe(true)
  expect(await listFormAttachments(FORM)).toEqual([])
})

test('a file that does not fit is refused when it is picked, before any answers are called saved', async () => {
  await bindDemoUser('990002')
  expect(await addAttachment(FORM, pdf('空', 0))).toEqual({ type: 'empty' })
  expect(await addAttachment(FORM, pdf('大', 5_000), { largest: 4_999 })).toEqual({
    type: 'too-large',
    most: 4_999,
  })
  const estimate = vi.fn<() => Promise<object>>(async () => ({ quota: 9e6, usage: 6.99e6 }))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage: { estimate } }))
  expect(await addAttachment(FORM, pdf())).toEqual({ type: 'no-space' })
  vi.unstubAllGlobals()
  for (let count = 0; count < MOST_FORM_ATTACHMENTS; count++) await add(pdf(`${count}`, 20))
  expect(await addAttachment(FORM, pdf())).toEqual({ type: 'too-many' })
})

test('answers whose file is gone are not called saved, and the sentence says what to do', async () => {
  await bindDemoUser('990003')
  const attachment = await add()
  await removeAttachment(attachment.id)
  expect(await readAttachment(attachment)).toBeUndefined()
  expect(await submit(attachment)).toEqual({ type: 'not-saved', why: 'file-missing' })
  expect(listExportableItems()).toEqual([])
})

test('without a database a file is held in memory, and sent directly with its answers', async () => {
  await bindDemoUser('990004')
  hasSignal = true
  vi.stubGlobal('indexedDB', undefined)
  const file = pdf('理赔')
  const added = await addAttachment(FORM, file)
  expect(added).toMatchObject({ type: 'added', isStored: false })
  if (added.type !== 'added') return
  expect(await bytesOf(await readAttachment(added.attachment))).toEqual(await bytesOf(file))
  expect(await submit(added.attachment)).toMatchObject({
    type: 'sent',
    receipt: expect.any(String),
  })
  vi.unstubAllGlobals()
  const [arrived] = await stored()
  expect(arrived?.bytes?.equals(await bytesOf(file))).toBe(true)
})

test('an export takes the files of unsent answers and drafts to another phone, where they are sent', async () => {
  await bindDemoUser('990005')
  const [sent, typed] = [pdf('已提交'), pdf('草稿', 300)]
  const attachment = await add(sent)
  await submit(attachment)
  await waitFor(() => expect(listExportableItems()).toHaveLength(1))
  const drafted = await add(typed)
  await formDrafts.save(`campus:${FORM}`, { values: answers(drafted) })
  const [items, drafts] = [listExportableItems(), await formDrafts.list()]
  const text = formatOutboxExport(items, { subject: subject(), head: '', drafts }, 'zh')
  const files = await formatExportedFiles(await readFilesOf([...items, ...drafts]))
  await clearPhoneData()
  await bindDemoUser('990005')
  expect(await readAttachment(attachment)).toBeUndefined()
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('button', { name: '导入' }))
  fireEvent.change(await screen.findByLabelText('导出的文字'), {
    target: { value: `${text}\n\n${files}` },
  })
  await app.user.click(screen.getByRole('button', { name: '打开' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await bytesOf(await readAttachment(attachment))).toEqual(await bytesOf(sent))
  expect(await bytesOf(await readAttachment(drafted))).toEqual(await bytesOf(typed))
  hasSignal = true
  act(() => sendOutboxNow())
  await waitFor(() => expect(listExportableItems()).toEqual([]))
  expect(await stored()).toMatchObject([{ id: attachment.id }])
  // The draft was not submitted, so its file stays.
  expect(await listFormAttachments(FORM)).toMatchObject([{ id: drafted.id }])
  cleanup()
})

test('an export of campus forms has their titles, and each question with its answer in words', async () => {
  const form = 'rooms'
  await publishTestForm(campus.backend(), form, {
    title: wording('宿舍问卷'),
    items: [
      question('bedtime', 'time', { label: wording('就寝时间') }),
      question('smokes', 'yesNo', { label: wording('是否吸烟') }),
      question('day', 'date', { label: wording('入住日期') }),
    ],
  })
  await bindDemoUser('990001')
  await openApp(`/campusForm/${form}/990001`)
  const given = { bedtime: '22:30', smokes: 'yes', day: '2026-09-01' }
  await screen.findByLabelText('就寝时间')
  await act(() =>
    submitCampusForm({ student: subject(), form, version: 1, answers: given, attachments: [] }),
  )
  await waitFor(() => expect(listExportableItems()).toHaveLength(1))
  await formDrafts.save(`campus:${form}`, {
    values: { version: 1, answers: { ...given, smokes: 'no', bedtime: '' } },
  })
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  // The window of the tests would leave its page for the file.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  cleanup()
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('button', { name: '导出' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const [file] = saved.mock.calls[0] ?? []
  const text = file instanceof Blob ? await file.text() : ''
  const shown = text.slice(0, text.indexOf('-----BEGIN'))
  expect(shown).toMatch(
    /■ 宿舍问卷 ·[^■]*\n就寝时间：22:30\n是否吸烟：是\n入住日期：2026年9月1日\n/,
  )
  expect(shown).toMatch(/■ 草稿：宿舍问卷 ·[^■]*\n是否吸烟：否\n入住日期：2026年9月1日\n/)
})

test('a file that was changed in an exported text is left out, and its answers ask for it again', async () => {
  await bindDemoUser('990002')
  const attachment = await add()
  await submit(attachment)
  await waitFor(() => expect(listExportableItems()).toHaveLength(1))
  const items = listExportableItems()
  const text = formatOutboxExport(items, { subject: subject(), head: '' }, 'zh')
  const files = await formatExportedFiles(await readFilesOf(items))
  await clearPhoneData()
  await bindDemoUser('990002')
  const app = await openApp('/outbox')
  await app.user.click(await screen.findByRole('button', { name: '导入' }))
  const broken = files.replace(/\.(.)/, (_all, letter) => (letter === 'J' ? '.K' : '.J'))
  fireEvent.change(await screen.findByLabelText('导出的文字'), {
    target: { value: `${text}\n\n${broken}` },
  })
  await app.user.click(screen.getByRole('button', { name: '打开' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  hasSignal = true
  act(() => sendOutboxNow())
  expect(await screen.findByText(/有文件已不在这部手机上/)).toBeTruthy()
  expect(await stored()).toEqual([])
})
