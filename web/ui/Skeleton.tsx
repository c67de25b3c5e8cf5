/** Where numbers are to come. */
export function Skeleton() {
  return (
    <div className="skeletons">
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  );
}
