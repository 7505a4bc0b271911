import * as v from 'valibot'
import { expect, test } from 'vitest'
import { queuedCampusFormName } from '#contract/campus-form-names'
import { campusFormDelivery, type CampusFormSubmission } from '#contract/campus-form-submission'
import { findQueuedForm, queuedForms } from '#contract/forms'
import { hasExistenceCheck } from '#contract/queued-form'

const submission: CampusFormSubmission = {
  student: 's1',
  form: 'pledge',
  version: 3,
  answers: { agreed: 'yes', members: [{ name: '王芳' }] },
  attachments: [],
}

test('the outbox finds each form of the campus by its name, and a built-in form under its own name', () => {
  const form = findQueuedForm(queuedCampusFormName('pledge'))
  expect(form?.name).toBe('campus:pledge')
  expect(hasExistenceCheck(form)).toBe(true)
  expect(v.is(form?.payload.schema ?? v.never(), submission)).toBe(true)
  expect(findQueuedForm('family')).toBe(queuedForms['family'])
  for (const unknown of ['campus:', 'campus:Pledge', 'campus:a b', 'pledge', '', 'toString'])
    expect(findQueuedForm(unknown)).toBeUndefined()
})

test('the existence check of a campus form asks for that form, and the keys of two forms are apart', () => {
  const { find } = findQueuedForm('campus:pledge') ?? {}
  expect(find?.input.encode({ student: 's1' })).toEqual({ stuCode: 's1', form: 'pledge' })
  expect(campusFormDelivery.add.readForm?.(submission)).toBe('campus:pledge')
})
