import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { useDirtyForm } from '#app/lib/forms/dirty-forms.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import type { Session } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { enterKeyHandlers } from '#app/ui/enter-key.ts'
import { ErrorSummary } from '#app/ui/ErrorSummary.tsx'
import { InvalidFieldsProvider } from '#app/ui/invalid-fields.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { DemoUser } from '#contract/page-settings'
import { OtherDocumentSignIn, StudentSignIn } from '#contract/sign-in'
import { signInTexts } from '#i18n/sign-in'
import { NumberTypeField } from './NumberTypeField.tsx'
import { bindStudent } from './sign-in.ts'
import { useSignIn } from './useSignIn.ts'

interface Values {
  kind: 'exam' | 'student' | ''
  number: string
  idCard: string
}

/**
 * Binds a student by the type of number, the number and the ID number (ID-05, ID-08 to ID-12), which
 * is that of a resident ID card until the student chooses another document.
 */
export function StudentSignInForm({
  filled,
  onDone,
}: {
  filled: DemoUser | undefined
  onDone: (session: Session) => void
}) {
  const texts = useTexts(signInTexts)
  const language = useLanguage()
  const [isOther, setOther] = useState(false)
  const resolver = useMemo(() => {
    const schema = isOther ? OtherDocumentSignIn : StudentSignIn
    return standardSchemaResolver<Values, unknown, StudentSignIn>(
      v.config(schema as v.GenericSchema<Values, StudentSignIn>, { lang: language }),
    )
  }, [isOther, language])
  const { register, handleSubmit, reset, resetField, watch, formState } = useForm<
    Values,
    unknown,
    StudentSignIn
  >({
    defaultValues: { kind: '', number: '', idCard: '' },
    resolver,
    mode: 'onTouched',
  })
  const { errors, isDirty } = formState
  useDirtyForm(isDirty)
  useEffect(() => {
    if (filled === undefined) return
    setOther(false)
    reset({
      kind: filled.how === 'exam' ? 'exam' : 'student',
      number: filled.number,
      idCard: filled.secret,
    })
  }, [filled, reset])
  const { busy, problem, send } = useSignIn(bindStudent, onDone)
  const said = [errors.kind, errors.number, errors.idCard].flatMap((error) => error?.message ?? [])
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
      {...enterKeyHandlers}
    >
      <InvalidFieldsProvider>
        <ErrorSummary title={texts.problems} errors={formState.submitCount > 0 ? said : []} />
        <NumberTypeField error={errors.kind?.message} {...register('kind')} />
        <Card flush>
          <TextField
            label={watch('kind') === 'student' ? texts.studentNumber : texts.examNumber}
            error={errors.number?.message}
            inputMode={watch('kind') === 'student' ? 'text' : 'numeric'}
            autoCapitalize="off"
            // Autocomplete is off, because browsers store its values where no page can delete them.
            autoComplete="off"
            {...register('number')}
          />
          <TextField
            label={isOther ? texts.idNumber : texts.idCard}
            hint={isOther ? texts.idNumberHint : undefined}
            error={errors.idCard?.message}
            autoCapitalize="characters"
            {...register('idCard')}
          />
        </Card>
      </InvalidFieldsProvider>
      <TextButton
        keepsFocus
        onClick={() => {
          setOther(!isOther)
          resetField('idCard')
        }}
      >
        {isOther ? texts.residentIdCard : texts.otherDocument}
      </TextButton>
      <Alert text={problem} />
      <Button type="submit" busy={busy}>
        {busy ? texts.binding : texts.bind}
      </Button>
    </Stack>
  )
}
