import "./styles/papers.css";
import "./styles/papers_claims.css";

export { default } from "./pages/papers/PapersPage.tsx";
