import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide'
import { type ReactNode, useEffect, useRef } from 'react'
import { isUnanswered, problemOf, whyOf } from '#app/lib/kept.ts'
import { useTexts } from '#app/lib/language.ts'
import { Nothing } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { type Application, isOffset } from '#contract/greenchannel'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { ApplicationCards } from './ApplicationCards.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { History } from './History.tsx'
import { type Kind, KINDS } from './kinds.ts'
import { Papers } from './Papers.tsx'
import { oneQuery } from './queries.ts'
import styles from './audit.module.css'

/**
 * An application with all that a decision needs: who, what, the papers, and the decision (AUD-06).
 */
export function Detail({
  kind,
  student,
  year,
  focus = false,
  onDecided,
}: {
  kind: Kind
  student: string
  year: string
  /** Its name gets the focus when it opens. */
  focus?: boolean
  onDecided: (decided: Application) => Promise<void>
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const { data, error, isFetching, refetch } = useQuery(oneQuery(kind, { student, year }))
  const common = useTexts(commonTexts)
  const form = useTexts(formTexts)
  if (data === undefined && isFetching) return <Skeleton rows={6} label={common.loading} />
  if (data === undefined) {
    const text = isUnanswered(error) ? common.offlineOnly : problemOf(error)
    return (
      <Problem
        title={texts.detailFailed}
        text={text}
        why={whyOf(error)}
        retryLabel={form.retry}
        onRetry={() => void refetch()}
      />
    )
  }
  const { application, etag } = data
  if (application === null)
    return (
      <Nothing
        icon={<Icon of={FileX} />}
        title={texts.gone}
        text={texts.goneText}
        to={KINDS[kind].list}
        way={texts.toList}
      />
    )
  return (
    <article className={styles['detail']}>
      <div className={styles['info']}>
        <Name focus={focus}>{application.name}</Name>
        <ApplicationCards kind={kind} application={application} />
        <History id={application.id} />
      </div>
      <Papers kind={kind} application={application} />
      <div className={styles['decision']}>
        {isOffset(application) ? (
          <Quiet note>{texts.offset}</Quiet>
        ) : (
          <DecisionForm
            key={application.id}
            kind={kind}
            application={application}
            etag={etag}
            refetch={refetch}
            onDecided={onDecided}
          />
        )}
      </div>
    </article>
  )
}

function Name({ focus, children }: { focus: boolean; children: ReactNode }) {
  const name = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) name.current?.focus()
  }, [focus])
  return (
    <h2 ref={name} tabIndex={-1} className={styles['name']}>
      {children}
    </h2>
  )
}
