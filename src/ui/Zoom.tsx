import type { ComponentProps } from 'react'
import { usePart } from './part.tsx'
import type { ZoomFrame } from './ZoomFrame.tsx'

type Props = ComponentProps<typeof ZoomFrame>

const load = async () => {
  const { ZoomFrame: Frame } = await import('./ZoomFrame.tsx')
  return (props: Props) => <Frame {...props} />
}

/** A picture over the whole screen (ZoomFrame.tsx). */
export function Zoom(props: Props) {
  const draw = usePart(load, props.open)
  return props.open && draw?.(props)
}
