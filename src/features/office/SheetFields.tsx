import type { ReactNode } from 'react'
import styles from './office.module.css'

/**
 * The fields of a sheet in the office, as boxes with the label above. A sheet is rendered outside
 * the office's page, which defines the sizes of its other fields.
 */
export const SheetFields = ({ children }: { children: ReactNode }) => (
  <div className={styles['sheetFields']}>{children}</div>
)
