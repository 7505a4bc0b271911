import { ButtonLink } from '#app/ui/Button.tsx'

/**
 * A link to the payment. It leads to the payment step of the flow, or to the list of single fees if
 * there is no such step.
 */
export function PayLink({
  label,
  tone,
  sort,
  stunum,
}: {
  label: string
  tone: 'main' | 'second'
  sort: string | undefined
  stunum: string
}) {
  return sort === undefined ? (
    <ButtonLink tone={tone} to="/recharge/$stunum" params={{ stunum }} search={{ all: true }}>
      {label}
    </ButtonLink>
  ) : (
    <ButtonLink tone={tone} to="/onlinefee/$sort/$stunum" params={{ sort, stunum }}>
      {label}
    </ButtonLink>
  )
}
