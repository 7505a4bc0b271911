import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { stepForm } from '#contract/onboarding'
import { announcerTexts } from '#i18n/announcer'
import { findFormTitle } from '#i18n/form-titles'
import styles from './AppShell.module.css'

/**
 * Announces to screen readers changes that users might not notice: the network is back, a form was
 * delivered, the university refused a form. The loss of the network is announced by the banner.
 */
export function Announcer() {
  const [said, say] = useState({ text: '', at: 0 })
  const announce = (text: string) => say(({ at }) => ({ text, at: at + 1 }))
  useReturn(announce)
  useForms(announce)
  // Always rendered: a live region that appears together with its text is not announced. The key
  // distinguishes two equal texts.
  return (
    <output aria-live="polite" className={styles['unseen']}>
      <span key={said.at}>{said.text}</span>
    </output>
  )
}

type Announce = (text: string) => void

function useReturn(announce: Announce) {
  const texts = useTexts(announcerTexts)
  const network = useNetwork()
  const before = useRef(network)
  useEffect(() => {
    if (network === 'online' && before.current !== 'online') announce(texts.connected)
    // The text is removed when the network is lost: screen reader users can navigate to the region,
    // and its text must not contradict the banner.
    if (network !== 'online' && before.current === 'online') announce('')
    before.current = network
  })
}

function useForms(announce: Announce) {
  const texts = useTexts(announcerTexts)
  const language = useLanguage()
  const { items, receipts } = useOutboxStatus()
  const [begun] = useState(Date.now)
  const arrived = useRef(new Set<number>())
  const under = useRef(new Set<number>())
  // A step is completed with its form, which is announced.
  const nameOf = (form: string) =>
    form === stepForm.name ? undefined : findFormTitle(form)?.[language]
  useEffect(() => {
    for (const { order, form, deliveredAt, receipt } of receipts) {
      const name = nameOf(form)
      if (name === undefined || deliveredAt < begun || arrived.current.has(order)) continue
      arrived.current.add(order)
      announce(texts.delivered(name, receipt))
    }
    for (const { order, form, state, lastProblem } of items) {
      const name = nameOf(form)
      if (state !== 'needs-you' && state !== 'conflict') under.current.add(order)
      // Forms refused before this page was opened are not announced.
      else if (under.current.delete(order) && name !== undefined)
        announce(texts.sentBack(name, lastProblem?.message ?? ''))
    }
  })
}
