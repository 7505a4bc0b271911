import { type ComponentProps, useState } from 'react'
import * as v from 'valibot'
import { loadCampusFormFields } from '#app/features/campus-forms/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import type { OnBehalfProps } from '#app/lib/forms/on-behalf.ts'
import { currentLanguage, useTexts } from '#app/lib/language/language.ts'
import { callApi, describeCallOutcome } from '#app/lib/network/call-api.ts'
import { fetchFile } from '#app/lib/network/fetch-file.ts'
import { describeAttachment } from '#app/lib/outbox/describe-attachment.ts'
import { uploadFile } from '#app/lib/pictures/upload-with-progress.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { compileForm, upcastAnswers } from '#contract/campus-form-answers'
import { campusFormEntry } from '#contract/campus-form-entry'
import { campusFormIdOf } from '#contract/campus-form-names'
import { campusFormOffice, type StudentFormAnswers } from '#contract/campus-form-office'
import {
  type CampusFormAnswers,
  type CampusFormAttachment,
  CampusFormSubmission,
} from '#contract/campus-form-submission'
import type { OfferedCampusForm } from '#contract/campus-forms'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'

const LazyCampusFormFields = lazyComponent(loadCampusFormFields)

type FormFiles = ComponentProps<typeof LazyCampusFormFields>['files']

/** A form of the campus, filled in by the office with the form that the student sees. */
export function CampusFormOnBehalfScreen({ form: name = '', ...onBehalf }: OnBehalfProps) {
  const texts = useTexts(campusFormOfficeTexts)
  const form = campusFormIdOf(name) ?? ''
  const { student } = onBehalf
  const offers = useOnlineQuery({
    name: 'forms-for-student',
    entry: campusFormEntry.list,
    input: { student },
  })
  // The versions of earlier answers, and the name with which a statement is signed.
  const known = useOnlineQuery({
    name: 'form-answers-of-student',
    entry: campusFormOffice.one,
    input: { form, student },
  })
  const offered = offers.data?.forms.find((one) => one.form === form)
  const person = known.data?.answers
  if (offers.data === undefined) return <QueryFallback kept={offers} failed={texts.unknownForm} />
  if (known.data === undefined) return <QueryFallback kept={known} failed={texts.unknownForm} />
  if (offered === undefined || !person) return <Alert text={texts.notForStudent} />
  return (
    <Fields {...onBehalf} name={name} offered={offered} person={person} facts={offers.data.facts} />
  )
}

function Fields({
  name,
  student,
  payload,
  version,
  offered,
  person,
  facts,
  write,
  onSaved,
}: Omit<OnBehalfProps, 'form'> & {
  name: string
  offered: OfferedCampusForm
  person: StudentFormAnswers
  facts: Readonly<Record<string, string>>
}) {
  const { form, definition } = offered
  const [earlier] = useState(() => readEarlier(payload, { offered, versions: person.versions }))
  const [files] = useState(() => createOfficeFiles({ student, form, known: earlier.attachments }))
  const send = (answers: CampusFormAnswers, baseVersion: string | undefined) =>
    write(
      name,
      {
        student,
        form,
        version: offered.version,
        answers,
        attachments: files.usedBy(answers),
      },
      baseVersion,
    )
  const [loadClassmates] = useState(() => async () => {
    const outcome = await callApi(campusFormEntry.classmates, { student })
    if (outcome.type !== 'ok') throw new Error(outcome.type)
    return outcome.data.classmates
  })
  return (
    <LazyCampusFormFields
      definition={definition}
      context={{ today: chinaToday(), studentName: person.name, facts }}
      answers={earlier.answers}
      baseVersion={version}
      isNew={earlier.answers === undefined}
      askAgain={earlier.askAgain}
      files={files}
      loadClassmates={loadClassmates}
      send={send}
      onSaved={onSaved}
    />
  )
}

/** The student's answers in the newest version of the form, without those of unknown versions. */
function readEarlier(
  payload: unknown,
  { offered, versions }: { offered: OfferedCampusForm; versions: StudentFormAnswers['versions'] },
): {
  answers: CampusFormAnswers | undefined
  askAgain: ReadonlySet<string>
  attachments: readonly CampusFormAttachment[]
} {
  const read = v.safeParse(CampusFormSubmission.schema, payload)
  if (!read.success) return { answers: undefined, askAgain: new Set(), attachments: [] }
  const { answers, version, attachments } = read.output
  const from = versions.find((one) => one.version === version)
  if (from === undefined || version === offered.version)
    return { answers, askAgain: new Set(), attachments }
  const upcast = upcastAnswers(
    answers,
    compileForm(from.definition),
    compileForm(offered.definition),
  )
  return { answers: upcast.answers, askAgain: new Set(upcast.askAgain), attachments }
}

/** The files of a form that the office fills in: each is sent to the university when it is added. */
function createOfficeFiles({
  student,
  form,
  known,
}: {
  student: string
  form: string
  known: readonly CampusFormAttachment[]
}): FormFiles & { readonly usedBy: (answers: CampusFormAnswers) => CampusFormAttachment[] } {
  const files = new Map(known.map((file) => [file.id, file]))
  return {
    add: async (blob, { name, largest }) => {
      if (blob.size > largest) return { problem: 'too-large' }
      const bytes = await blob.arrayBuffer().catch(() => undefined)
      if (bytes === undefined) return { problem: 'unreadable' }
      const file = new File([bytes], name, { type: blob.type })
      const attachment = await describeAttachment(file, bytes)
      const { id, sha256 } = attachment
      const outcome = await uploadFile(campusFormEntry.attach, file, {
        beside: { student, attachment: id, form, sha256 },
      })
      if (outcome.type !== 'ok')
        return { problem: 'refused', says: describeCallOutcome(outcome, currentLanguage()) }
      files.set(id, attachment)
      return { id }
    },
    // The university deletes uploads that no answer contains.
    remove: () => {},
    find: (id) => files.get(id),
    read: async (id) => {
      const outcome = await fetchFile(campusFormEntry.file, id, '')
      return outcome.type === 'ok' ? outcome.data : undefined
    },
    ids: () => new Set(files.keys()),
    usedBy: (answers) => {
      const written = JSON.stringify(answers)
      return [...files.values()].filter(({ id }) => written.includes(`"${id}"`))
    },
  }
}
