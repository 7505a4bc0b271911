import type { ComponentProps } from 'react'
import type { DialogFrame } from './DialogFrame.tsx'
import { usePart } from './part.tsx'

const load = () => import('./DialogFrame.tsx').then((file) => file.DialogFrame)

/** A message box or any small dialog (DialogFrame.tsx). */
export function Dialog(props: ComponentProps<typeof DialogFrame>) {
  const Frame = usePart(load, props.open)
  return props.open && Frame !== undefined && <Frame {...props} />
}
