import type { ComponentProps } from 'react'
import type { DialogFrame } from './DialogFrame.tsx'
import { usePart } from './part.tsx'

type Props = ComponentProps<typeof DialogFrame>

const load = async () => {
  const { DialogFrame: Frame } = await import('./DialogFrame.tsx')
  return (props: Props) => <Frame {...props} />
}

/** A message box or any small dialog (DialogFrame.tsx). */
export function Dialog(props: Props) {
  const draw = usePart(load, props.open)
  return props.open && draw?.(props)
}
