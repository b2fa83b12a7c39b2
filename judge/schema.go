package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/audit"
	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/tell/usage"
)

// forms are the forms of all YAML files that the judge reads.
func forms() []strictyaml.Form {
	return append(problem.Forms(), recipe.Form(), stress.Form(), workload.Form(), mutate.Form(), audit.Form(),
		compile.Form(), config.Form())
}

func newSchemaCommand(a *app) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Print the JSON Schema of a YAML file, for editors",
		Long: `Print the JSON Schema (draft 2020-12) of one of the YAML files that the judge reads, by which an editor
offers keys and marks wrong ones. Without NAME it lists the files. The schemas are made from the tables by which
the judge reads the files; the judge itself is stricter.

Editors with yaml-language-server find a schema by a line in the file:

  # yaml-language-server: $schema=../.schemas/problem.json

judge new writes that line, and the schemas it names into problems/.schemas. A newer judge may know more keys;
--dir problems/.schemas writes all schemas anew.`,
		Example: `  judge schema problem.yaml
  judge schema
  judge schema --dir problems/.schemas`,
		Args: func(cmd *cobra.Command, args []string) error {
			most := 1
			if dir != "" {
				most = 0
			}
			return usage.Args(0, most, "name one file, or a folder for all schemas with --dir")(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case dir != "":
				return a.writeSchemas(dir)
			case len(args) == 0:
				for _, form := range forms() {
					fmt.Fprintf(a.stdout, "%-16s %s\n", form.File, form.Means)
				}
				return nil
			}
			return a.printSchema(args[0])
		},
		ValidArgsFunction: completeOne(func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return formFiles(), cobra.ShellCompDirectiveNoFileComp
		}),
	}
	cmd.Flags().StringVar(&dir, "dir", "", "write all schemas into `FOLDER`, one file each")
	return cmd
}

func formFiles() []string {
	var files []string
	for _, form := range forms() {
		files = append(files, form.File)
	}
	return files
}

func (a *app) printSchema(name string) error {
	all := forms()
	i := slices.IndexFunc(all, func(f strictyaml.Form) bool { return f.File == name || f.Name() == name })
	if i < 0 {
		return fmt.Errorf("no schema %q%s", name, strictyaml.Instead(strings.TrimSuffix(name, ".yaml")+".yaml",
			formFiles()))
	}
	schema, err := all[i].Schema()
	if err != nil {
		return judgeFailed(err)
	}
	_, err = a.stdout.Write(schema)
	return err
}

// writeSchemas writes the schemas of all files into a folder, and says which files those are.
func (a *app) writeSchemas(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--dir %s: no folder can be made there: %w", dir, err)
	}
	for _, form := range forms() {
		schema, err := form.Schema()
		if err != nil {
			return judgeFailed(err)
		}
		file := filepath.Join(dir, form.Name()+".json")
		if err := whole.Replace(file, schema); err != nil {
			return judgeFailed(err)
		}
		fmt.Fprintln(a.stdout, file)
	}
	return nil
}
