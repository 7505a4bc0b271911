import type { ComponentProps } from 'react'
import { usePart } from './part.tsx'
import type { SheetFrame } from './SheetFrame.tsx'

type Props = ComponentProps<typeof SheetFrame>

const load = async () => {
  const { SheetFrame: Frame } = await import('./SheetFrame.tsx')
  return (props: Props) => <Frame {...props} />
}

/** A sheet from below (SheetFrame.tsx). */
export function Sheet(props: Props) {
  const draw = usePart(load, props.open)
  return props.open && draw?.(props)
}
