import { useState } from 'react'
import * as v from 'valibot'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { genericResponseRules } from '#contract/generic'
import { passwordSchema, staffPasswordSchema } from '#contract/profile'
import { profileTexts } from '#i18n/profile'
import { useValidatedField } from './useValidatedField.ts'
import styles from './profile.module.css'

const required = v.pipe(v.string(), genericResponseRules.required())

/** The new password, entered twice (PRO-18, PRO-19). */
export function useNewPassword() {
  const texts = useTexts(profileTexts)
  const isStaff = useSession()?.person.role === 'staff'
  const first = useValidatedField(isStaff ? staffPasswordSchema : passwordSchema)
  const again = useValidatedField(required)
  const differs = again.input !== first.input
  return {
    /** Undefined while the password is invalid or the two entries differ. */
    value: differs ? undefined : first.value,
    look: () => {
      first.look()
      again.look()
    },
    first,
    again: {
      ...again,
      error: again.error ?? (again.isTouched && differs ? texts.mismatch : undefined),
    },
  }
}

/** Both fields of a new password. */
export function NewPasswordFields({
  password: { first, again },
  shown,
}: {
  password: ReturnType<typeof useNewPassword>
  /** Shows the passwords as plain text. */
  shown: boolean
}) {
  const texts = useTexts(profileTexts)
  const isStaff = useSession()?.person.role === 'staff'
  const type = shown ? 'text' : 'password'
  return (
    <Card flush>
      <TextField
        label={texts.newPassword}
        type={type}
        autoComplete="new-password"
        hint={isStaff ? texts.passwordRuleOfStaff : texts.passwordRule}
        error={first.error}
        {...first.props}
      />
      <TextField
        label={texts.confirmPassword}
        type={type}
        autoComplete="new-password"
        error={again.error}
        {...again.props}
      />
    </Card>
  )
}

/** A switch that shows the typed passwords. */
export function usePasswordVisibility() {
  const texts = useTexts(profileTexts)
  const [shown, show] = useState(false)
  const toggle = (
    <label className={styles['show']}>
      <input
        type="checkbox"
        checked={shown}
        onChange={(event) => show(event.currentTarget.checked)}
      />
      {texts.showPassword}
    </label>
  )
  return { shown, toggle }
}
