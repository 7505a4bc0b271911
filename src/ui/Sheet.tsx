import type { ComponentProps } from 'react'
import type { SheetFrame } from './SheetFrame.tsx'
import { usePart } from './part.tsx'

const load = () => import('./SheetFrame.tsx').then((file) => file.SheetFrame)

/** A sheet from below (SheetFrame.tsx). */
export function Sheet(props: ComponentProps<typeof SheetFrame>) {
  const Frame = usePart(load, props.open)
  return props.open && Frame !== undefined && <Frame {...props} />
}
