import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import { campusFormXlsform } from '#contract/campus-form-xlsform'
import { readXlsform } from '../../server/features/campus-form-xlsform/read-form.ts'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { postFile } from '../support/backend/post-file.ts'
import { publishedForms, workbookOf } from '../support/xlsforms/published-forms.ts'

describe('the calls of XLSForms', () => {
  let backend: Backend
  let office: SignedInUser
  beforeAll(async () => {
    backend = await startBackend()
    office = await backend.signInAs('T5001')
  })
  afterAll(() => backend.close())

  test('a file is read into a form and a report, and a form is written as a file', async () => {
    const file = await workbookOf(publishedForms.get('Dynamic repeat counts') ?? {})
    const answer = await postFile(backend, campusFormXlsform.read.path, new Uint8Array(file), {
      by: office,
      name: '家庭.xlsx',
    })
    expect(answer.status).toBe(200)
    const { data } = JSON.parse(await answer.text())
    expect(data.definition.title.zh).toBe('家庭')
    expect(data.findings.map(({ says: text }: { says: string }) => text)).toContain(
      '不支持按答案决定重复次数，由学生自行增减',
    )
    await backend.db
      .insertInto('campus_form')
      .values({ id: 'f1', created_at: new Date() })
      .execute()
    await backend.db
      .insertInto('campus_form_draft')
      .values({
        form_id: 'f1',
        definition: JSON.stringify(data.definition),
        settings: JSON.stringify(INITIAL_FORM_SETTINGS),
        revision: 1,
        saved_at: new Date(),
        saved_by: 'T5001',
      })
      .execute()
    const written = await backend.fetch(campusFormXlsform.write.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', authorization: office.token },
      body: JSON.stringify({ form: 'f1', version: 0 }),
    })
    expect(written.status).toBe(200)
    const again = await readXlsform(new Uint8Array(await written.arrayBuffer()), 'x')
    expect(again.definition).toEqual(data.definition)
  })

  test('a file that is none is refused with a reason', async () => {
    const answer = await postFile(
      backend,
      campusFormXlsform.read.path,
      new Uint8Array([80, 75, 3, 4, 9]),
      {
        by: office,
        name: 'x.xlsx',
      },
    )
    expect(await answer.json()).toMatchObject({ code: expect.not.stringMatching(/^0$/) })
  })
})
