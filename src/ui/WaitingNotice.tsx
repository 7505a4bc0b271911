import { CircleAlert, Clock } from 'lucide'
import { ButtonLink } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './WaitingNotice.module.css'

/** The part of an unsent submission that the notice needs. */
export interface WaitingItem {
  readonly order: number
  readonly state: string
  readonly lastProblem?: {
    readonly message: string
    readonly lost?: true
    readonly issues?: readonly { readonly message: string }[]
  }
}

/** The texts of the notice. */
export interface WaitingTexts {
  readonly waitingTitle: string
  readonly waitingText: string
  readonly refusedTitle: string
  readonly returned: (reason: string) => string
  readonly returnedPlain: string
  readonly lost: string
  readonly conflict: string
  readonly compare: string
}

/**
 * A notice above the form. It says that the submission is on this phone only, or that the
 * university has refused it, with the reason. In a conflict, the main button of the page compares
 * the two versions, and submitting the form is the second action (`FormBody`).
 */
export function WaitingNotice({ item, texts }: { item: WaitingItem; texts: WaitingTexts }) {
  if (item.state === 'needs-you') {
    const reasons = [
      item.lastProblem?.message ?? '',
      ...(item.lastProblem?.issues ?? []).map((issue) => issue.message),
    ].filter(Boolean)
    return (
      <p role="alert" className={styles['notice']} data-tone="need">
        <Icon of={CircleAlert} />
        <span>
          <b>{texts.refusedTitle}</b>
          {item.lastProblem?.lost === true
            ? texts.lost
            : reasons.length === 0
              ? texts.returnedPlain
              : texts.returned([...new Set(reasons)].join('；'))}
        </span>
      </p>
    )
  }
  if (item.state === 'conflict') {
    return (
      <>
        <div role="alert" className={styles['notice']} data-tone="need">
          <Icon of={CircleAlert} />
          <span>
            <b>{texts.conflict}</b>
          </span>
        </div>
        <ButtonLink to="/outbox/$order/repair" params={{ order: String(item.order) }}>
          {texts.compare}
        </ButtonLink>
      </>
    )
  }
  return (
    <output className={styles['notice']} data-tone="wait">
      <Icon of={Clock} />
      <span>
        <b>{texts.waitingTitle}</b>
        {texts.waitingText}
      </span>
    </output>
  )
}
