import { type ReactNode, useState } from 'react'
import { usePageLayout } from './page-layout.ts'
import styles from './Banner.module.css'

/**
 * The thin line below the top bar: a state in bold, then what still works in that state. With
 * `again`, a tap checks the network at once.
 */
export function Banner({
  icon,
  strong,
  again = false,
  children,
}: {
  icon?: ReactNode
  strong: string
  again?: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles['banner']} data-tone="mute">
      {icon}
      <span>
        <b>{strong}</b>
        {children !== undefined && <> · {children}</>}
      </span>
      {again && <Again />}
    </div>
  )
}

function Again() {
  const { again } = usePageLayout()
  const [busy, setBusy] = useState(false)
  if (again === undefined) return null
  const ask = () => {
    setBusy(true)
    void again.run().finally(() => setBusy(false))
  }
  return (
    <button
      type="button"
      className={styles['again']}
      aria-disabled={busy}
      onClick={busy ? undefined : ask}
    >
      {busy ? again.busy : again.label}
    </button>
  )
}
