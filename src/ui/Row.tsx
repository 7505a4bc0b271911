import { createLink } from '@tanstack/react-router'
import { ChevronRight } from 'lucide'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import { useTranslateName } from './name-translator.ts'
import styles from './Row.module.css'

interface Content {
  /** What the row is about, true at any time: a page snapshot shows it (static-html.ts). */
  label?: ReactNode
  /** What changes, with a label or without one. */
  value?: ReactNode
  /** A secondary line below the value, or below the label without a value. */
  description?: ReactNode
  /** An icon before the label. */
  leading?: ReactNode
  trailing?: ReactNode
}

/** One row of a flush card: a label with its value or, with `onClick`, a button. */
export function Row({ onClick, ...content }: Content & { onClick?: () => void }) {
  if (onClick === undefined)
    return (
      <div className={styles['row']}>
        <Inside {...content} />
      </div>
    )
  return (
    <button type="button" className={styles['row']} onClick={onClick}>
      <Inside {...content} go />
    </button>
  )
}

type AnchorProps = Content &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Content> & { ref?: Ref<HTMLAnchorElement> }

function RowAnchor({ label, value, description, leading, trailing, ...anchor }: AnchorProps) {
  return (
    <a {...anchor} className={styles['row']}>
      <Inside {...{ label, value, description, leading, trailing }} go />
    </a>
  )
}

/** A row that links to another page; takes `to` and `params` like the router's Link. */
export const RowLink = createLink(RowAnchor)

function Inside({ label, value, description, leading, trailing, go }: Content & { go?: boolean }) {
  const named = useTranslateName()
  const said = (content: ReactNode) => (typeof content === 'string' ? named(content) : content)
  const paired = label !== undefined && value !== undefined
  return (
    <>
      {leading}
      {paired && (
        <span className={styles['label']} data-snapshot="label">
          {said(label)}
        </span>
      )}
      <span className={styles['value']} data-snapshot={value === undefined ? 'label' : undefined}>
        {said(paired ? value : (value ?? label))}
        {description !== undefined && (
          <span className={styles['description']}>{said(description)}</span>
        )}
      </span>
      {trailing}
      {go && <Icon of={ChevronRight} className={styles['go']} />}
    </>
  )
}
