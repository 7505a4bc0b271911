import { useTranslateName } from './name-translator.ts'
import styles from './Bill.module.css'

/** The billed items with their total; amounts are passed as formatted texts. */
export function Bill({
  texts,
  items,
  total,
}: {
  texts: { readonly item: string; readonly amount: string; readonly total: string }
  items: readonly { readonly name: string; readonly amount: string }[]
  total: string
}) {
  const named = useTranslateName()
  return (
    <table className={styles['bill']}>
      <thead>
        <tr>
          <th scope="col">{texts.item}</th>
          <th scope="col">{texts.amount}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, amount }, index) => (
          <tr key={`${index} ${name}`}>
            <th scope="row">{named(name)}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{texts.total}</th>
          <td>{total}</td>
        </tr>
      </tfoot>
    </table>
  )
}
