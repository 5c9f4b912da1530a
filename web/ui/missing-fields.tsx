/** Names the fields that must be filled in before a form can be submitted; nothing if none is missing. */
export function MissingFields({ labels }: { readonly labels: readonly string[] }) {
  return (
    <p className="field-hint" role="status">
      {labels.length > 0 && `Still needed: ${labels.join(', ')}.`}
    </p>
  );
}
