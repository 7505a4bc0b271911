import type { ReactNode, SubmitEvent } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { enterKey } from './enter-key.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { InvalidFieldsProvider } from './invalid-fields.tsx'
import { MutedText } from './MutedText.tsx'
import { Stack } from './Stack.tsx'
import { TextButton } from './TextButton.tsx'
import styles from './FormBody.module.css'

/** What every form says. */
export interface FormTexts {
  readonly draftRestored: string
  readonly dropDraft: string
  readonly errors: (count: number) => string
  /** What has to be filled in, where that is not plain. */
  readonly needed?: string | undefined
  readonly submit: string
  readonly skip: string
}

/**
 * A form: its restored draft, what is wrong with it, its fields, why it was not saved, and its
 * buttons.
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
  /** The values are a draft of an earlier visit. */
  restored?: boolean
  /** What is wrong after a submit; nothing before the first one. */
  errors: readonly string[]
  /** Why nothing was saved or sent. */
  problem?: string | undefined
  busy: boolean
  /** Another phone changed it too: comparing comes first, over the form. */
  isInConflict?: boolean | undefined
  /** Without it there are no drafts here. */
  onDropDraft?: () => void
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onSkip?: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <Stack as="form" noValidate onSubmit={onSubmit} {...enterKey}>
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
