import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import { useFormTitle } from '#app/features/campus-form-office/public.ts'
import { OfficePage } from '#app/features/office/public.ts'
import { describeReadError, ReadError } from '#app/lib/cache/cached-query.ts'
import type { OnBehalfProps, FormSubmitter } from '#app/lib/forms/on-behalf.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { callApi, describeCallOutcome } from '#app/lib/network/call-api.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { students } from '#contract/students'
import { commonTexts } from '#i18n/common'
import { findFormTitle } from '#i18n/form-titles'
import { officeTexts } from '#i18n/office'
import { studentsTexts } from '#i18n/students'
import styles from './students.module.css'

/**
 * A form that the office fills in for a student, with a reason. The submission is based on the
 * version that was opened on this page.
 */
export function OnBehalfScreen({
  student,
  form,
  Form,
}: {
  student: string
  form: string
  Form: ComponentType<OnBehalfProps>
}) {
  const texts = useTexts(studentsTexts)
  const common = useTexts(commonTexts)
  const office = useTexts(officeTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const saving = useOnlineCall()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  // Each read is recorded in the audit log, so the form is read once for each visit and never
  // fetched again.
  const { data: opened, error } = useQuery({
    queryKey: [currentSession()?.subject ?? 'nobody', 'office-form', student, form],
    queryFn: async () => {
      const outcome = await callApi(students.openForm, { student, form })
      if (outcome.type !== 'ok') throw new ReadError(outcome)
      return outcome.data
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const problem = describeReadError(error)
  const write: FormSubmitter = async (name, payload, version = '') => {
    if (reason.trim() === '') {
      setWrong(office.reasonNeeded)
      return { type: 'not-saved', why: 'explained', message: office.reasonNeeded }
    }
    const outcome = await saving.send(students.saveForm, {
      student,
      reason: reason.trim(),
      form: name,
      version,
      words: { ...Object(payload) },
    })
    if (outcome?.type === 'ok') return { type: 'sent' }
    const message =
      outcome === undefined ? common.offlineOnly : describeCallOutcome(outcome, language)
    return { type: 'not-saved', why: 'explained', message }
  }
  const campusFormTitle = useFormTitle(student, form)
  const title = campusFormTitle ?? findFormTitle(form)?.[language] ?? texts.details
  const back = { to: '/manage/$', params: { _splat: `students/${student}` } } as const
  const saved = () => {
    showToast(texts.formSaved)
    void navigate(back)
  }
  return (
    <OfficePage
      title={[texts.fillIn, title, opened?.studentName ?? ''].filter(Boolean).join(' · ')}
      actions={<Link {...back}>{texts.toStudent}</Link>}
    >
      <p>{texts.fillInNote}</p>
      <Alert text={problem} />
      {opened === undefined ? (
        problem === undefined && <Skeleton rows={8} />
      ) : (
        <div className={styles['desk']}>
          <Card flush>
            <TextField
              label={office.reason}
              value={reason}
              maxLength={200}
              error={wrong}
              onChange={({ target }) => {
                setReason(target.value)
                setWrong(undefined)
              }}
            />
          </Card>
          <Suspense fallback={<Skeleton rows={8} />}>
            <Form
              {...opened}
              payload={opened.words}
              student={student}
              form={form}
              write={write}
              onSaved={saved}
            />
          </Suspense>
        </div>
      )}
    </OfficePage>
  )
}
