import type { ReactNode, SubmitEvent } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { enterKeyHandlers } from './enter-key.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { InvalidFieldsProvider } from './invalid-fields.tsx'
import { MutedText } from './MutedText.tsx'
import { Stack } from './Stack.tsx'
import { TextButton } from './TextButton.tsx'
import styles from './FormBody.module.css'

/** The texts of every form. */
export interface FormTexts {
  readonly draftRestored: string
  readonly dropDraft: string
  readonly errors: (count: number) => string
  /** States which fields are required, if the form does not show it otherwise. */
  readonly needed?: string | undefined
  readonly submit: string
  readonly skip: string
}

/**
 * A form: the notice of a restored draft, the error summary, the fields, the reason of a failure,
 * and the buttons.
 */
export function FormBody({
  texts,
  restored = false,
  errors,
  problem,
  busy,
  isInConflict = false,
  onDropDraft,
  onSubmit,
  onSkip,
  children,
}: {
  texts: FormTexts
  /** The values were restored from a draft of an earlier visit. */
  restored?: boolean
  /** The errors after a submission; empty before the first one. */
  errors: readonly string[]
  /** Why saving or sending failed. */
  problem?: string | undefined
  busy: boolean
  /**
   * Another phone has changed the record too. The first action, above the form, then is to compare
   * the two versions.
   */
  isInConflict?: boolean | undefined
  /** Deletes the draft; undefined for a form without drafts. */
  onDropDraft?: () => void
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onSkip?: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <Stack as="form" noValidate onSubmit={onSubmit} {...enterKeyHandlers}>
      {restored && onDropDraft && (
        <div className={styles['restored']}>
          <MutedText as="output" note>
            {texts.draftRestored}
          </MutedText>
          <TextButton onClick={onDropDraft}>{texts.dropDraft}</TextButton>
        </div>
      )}
      {texts.needed !== undefined && <MutedText note>{texts.needed}</MutedText>}
      <InvalidFieldsProvider>
        <ErrorSummary title={texts.errors} errors={errors} />
        {children}
      </InvalidFieldsProvider>
      <Alert text={problem} />
      <div className={styles['actions']}>
        <Button type="submit" tone={isInConflict ? 'second' : 'main'} busy={busy}>
          {texts.submit}
        </Button>
        {onSkip && (
          <Button tone="second" onClick={onSkip}>
            {texts.skip}
          </Button>
        )}
      </div>
    </Stack>
  )
}
