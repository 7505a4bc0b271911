import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useMemo } from 'react'
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
import { TextField } from '#app/ui/TextField.tsx'
import type { DemoUser } from '#contract/page-settings'
import { StaffSignIn } from '#contract/sign-in'
import { signInTexts } from '#i18n/sign-in'
import { signInStaff } from './sign-in.ts'
import { useSignIn } from './useSignIn.ts'

/** Signs a staff member in by work number and password (ID-06, ID-13 to ID-15). */
export function StaffSignInForm({
  filled,
  onDone,
}: {
  filled: DemoUser | undefined
  onDone: (session: Session) => void
}) {
  const texts = useTexts(signInTexts)
  const language = useLanguage()
  const resolver = useMemo(
    () =>
      standardSchemaResolver<StaffSignIn, unknown, StaffSignIn>(
        v.config(StaffSignIn as v.GenericSchema<StaffSignIn>, { lang: language }),
      ),
    [language],
  )
  const { register, handleSubmit, reset, formState } = useForm<StaffSignIn>({
    defaultValues: { workNumber: '', password: '' },
    resolver,
    mode: 'onTouched',
  })
  const { errors, isDirty } = formState
  useDirtyForm(isDirty)
  useEffect(() => {
    if (filled !== undefined) reset({ workNumber: filled.number, password: filled.secret })
  }, [filled, reset])
  const { busy, problem, send } = useSignIn(signInStaff, onDone)
  const said = [errors.workNumber, errors.password].flatMap((error) => error?.message ?? [])
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
      {...enterKeyHandlers}
    >
      <InvalidFieldsProvider>
        <ErrorSummary title={texts.problems} errors={formState.submitCount > 0 ? said : []} />
        <Card flush>
          <TextField
            label={texts.workNumber}
            error={errors.workNumber?.message}
            autoCapitalize="characters"
            autoComplete="username"
            {...register('workNumber')}
          />
          <TextField
            label={texts.password}
            error={errors.password?.message}
            type="password"
            autoComplete="current-password"
            {...register('password')}
          />
        </Card>
      </InvalidFieldsProvider>
      <Alert text={problem} />
      <Button type="submit" busy={busy}>
        {busy ? texts.signingIn : texts.signIn}
      </Button>
    </Stack>
  )
}
